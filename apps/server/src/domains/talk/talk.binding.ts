import type { Transaction } from 'kysely'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { doubleKeywords } from '@kaibo/contract/talk/reply.schema.ts'
import { RuleKind } from '@kaibo/contract/talk/kind.enums.ts'
import { type RoomPart } from '@kaibo/contract/talk/talk.enums.ts'
import { gameDriveOf } from '#domains/lookup/game.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { within } from '#platform/db/within.ts'
import { conflict, invalid, notFound } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { bind, leaveTrials, ownSets, type Bindings } from './talk.bind.ts'
import { driveIn, repliesOf } from './talk.parts.ts'
import { repliesIn, replyBy } from './talk.reply.ts'
import type { TalkNeeds } from './talk.service.ts'
import * as store from './talk.store.ts'

type Part = DataOf<typeof talkApi.part>
type Save = ParsedOf<typeof talkApi.bindTalk>
type Room = Awaited<ReturnType<typeof roomOf>>

/** A room of the caller's. */
export async function roomOf(q: Queryable<Tables>, { scope }: Actor, room_code: string) {
  const room = await q
    .selectFrom('room')
    .leftJoin('game', 'game.game_id', 'room.game_id')
    .select(['id', 'room_code', 'room.name', 'org_id', 'state', 'pc_id', 'bundle_hash'])
    .select(['room.game_id', 'game.name as game_name'])
    .where('room_code', '=', room_code)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .executeTakeFirst()
  if (!room) throw notFound(nouns.room)
  return room
}

/** The room's, and the sets that it is bound to: what speaks of another game may stay. */
interface Game {
  id: string | null
  bound: readonly string[]
}

/** Holds the sets before the room, as whoever publishes one of them does. */
async function check(
  trx: Transaction<Tables>,
  org_id: string,
  list: Bindings,
  { kind, game }: { kind: RuleKind; game: Game },
): Promise<void> {
  const seen = new Set<string>()
  for (const { rule_id } of [...list].sort((a, b) => (a.rule_id < b.rule_id ? -1 : 1)))
    await hold(trx, 'talk_rule', 'rule_id', rule_id)
  for (const [index, { rule_id }] of list.entries()) {
    const at = `list.${index}.rule_id`
    const rule = await trx
      .selectFrom('talk_rule')
      .leftJoin('game', 'game.game_id', 'talk_rule.game_id')
      .select([
        'talk_rule.name',
        'org_id',
        'shared',
        'kind',
        'game.game_id',
        'game.name as game_name',
      ])
      .where('rule_id', '=', rule_id)
      .executeTakeFirst()
    if (!rule || (rule.org_id !== org_id && rule.shared === 0))
      throw invalid({
        [at]: words(
          '规则集不存在或属于另一公会，请重新选择',
          'The rule set does not exist or is of another guild; choose again',
        ),
      })
    if (rule.kind !== kind)
      throw invalid({
        [at]: words(
          `规则集「${rule.name}」是${labelOf(RuleKind, rule.kind, 'zh')}，不能绑定在这里`,
          `The rule set “${rule.name}” is of another kind and cannot be bound here`,
        ),
      })
    const isOther = rule.game_id !== null && rule.game_id !== game.id
    if (isOther && !game.bound.includes(rule_id))
      throw invalid({
        [at]: words(
          `规则集「${rule.name}」属于游戏「${rule.game_name ?? ''}」，和直播间的游戏不同`,
          `The rule set “${rule.name}” is of the game “${rule.game_name ?? ''}”, which is not the room’s`,
        ),
      })
    if (seen.has(rule_id))
      throw invalid({
        [at]: words(`规则集「${rule.name}」重复了`, `The rule set “${rule.name}” is there twice`),
      })
    seen.add(rule_id)
  }
}

async function read(
  q: Queryable<Tables>,
  { id, room_code, name, org_id, game_id, game_name }: Room,
  part: RoomPart,
): Promise<Part> {
  const list = await store.partOf(q, id, part)
  return {
    version: await store.partVersion(q, id, part),
    list: list.map(({ off_json, game_id: of, game_name: called, ...bound }) => ({
      ...bound,
      off_nodes: JSON.parse(off_json) as string[],
      game: of === null ? null : { id: of, name: called ?? '' },
      applies: of === null || of === game_id,
    })),
    room: {
      room_code,
      name,
      org_id,
      game: game_id === null ? null : { id: game_id, name: game_name ?? '' },
    },
    ...(part === 'initiative' && { drive: await ownDrive(q, id) }),
    ...(part === 'reply' && { replies: await repliesOf(q, id) }),
  }
}

async function ownDrive(q: Queryable<Tables>, room_id: string) {
  const { inherits, drive } = await driveIn(q, room_id)
  const { idle_s, quiet } = drive
  return { idle_s, quiet, inherit: inherits ? IsOrNot.is : IsOrNot.not }
}

/** The sets that the room's game says, each with what is off of it in this room. */
async function inherited(
  q: Queryable<Tables>,
  { game_id }: Pick<Room, 'game_id'>,
  own: Bindings,
): Promise<Bindings> {
  const drive = game_id === null ? undefined : await gameDriveOf(q, game_id)
  if (!drive)
    throw invalid({ inherit: words('直播间没有游戏，不能沿用', 'The room has no game to follow') })
  return drive.list.map((one) => {
    const { off_nodes } = own.find(({ rule_id }) => rule_id === one.rule_id) ?? one
    return { ...one, off_nodes }
  })
}

/** What of a part the audit says, beside how it is on the other side of the change. */
type Shown = (part: Part, other: Part | undefined) => object

const driveShown: Shown = ({ list, drive }) => ({ list, ...drive })

/** Of hundreds of questions those that are not the same on the other side. */
const otherReplies: Shown = ({ replies = [] }, other) => {
  const same = new Set((other?.replies ?? replies).map((one) => JSON.stringify(one)))
  return { list: replies.filter((one) => !same.has(JSON.stringify(one))) }
}

interface Wanted {
  list?: Bindings
  /** As the room's game says it: of `list` only what is off counts. */
  inherit?: boolean
  /** What is no binding. */
  value?: unknown
}

/** What of a room is saved part by part: which sets it runs by, when it speaks of its own accord, what it answers. */
export function createBinding(
  { db, clock }: Platform<Tables>,
  { bundles, wake, sheet }: TalkNeeds,
) {
  async function save(
    { input, actor, audit }: Call<{ room_code: string; version: number }>,
    part: RoomPart,
    { list: given = [], value, inherit = false }: Wanted,
    shown: Shown,
  ): Promise<Part> {
    const { room_code, version } = input
    return db.transaction(async (trx) => {
      const room = await roomOf(trx, actor, room_code)
      const list = inherit ? await inherited(trx, room, given) : given
      const bound = (await store.partOf(trx, room.id, part)).map(({ rule_id }) => rule_id)
      const kind = part === 'initiative' ? 'drive' : 'talk'
      const usable = inherit ? await ownSets(trx, room.org_id, list) : list
      await check(trx, room.org_id, usable, { kind, game: { id: room.game_id, bound } })
      await hold(trx, 'room', 'id', room.id)
      // Read again: it may have been started before it was held
      const can = roomCan('savePart', (await roomOf(trx, actor, room_code)).state)
      if (can !== true) throw conflict(can)
      const before = await read(trx, room, part)
      audit({ target: room_code, before: shown(before, undefined) })
      if (before.version !== version)
        throw conflict(
          words(
            '他人刚刚保存过此直播间的话术，请核对后重新提交',
            'Somebody else has just saved the talk rules of this room; look again and submit',
          ),
          before,
        )
      const of = { room_id: room.id, part }
      const saved = {
        version: version + 1,
        value_json: value === undefined ? null : JSON.stringify(value),
        updated_at: clock.now(),
        updated_by: actor.uid,
      }
      await trx
        .insertInto('room_part')
        .values({ ...of, ...saved })
        .onConflict((on) => on.columns(['room_id', 'part']).doUpdateSet(saved))
        .execute()
      await bind(trx, of, usable)
      await leaveTrials(trx, room.id)
      const pcs = await bundles.renew(trx, [room.id])
      await wake(trx, pcs)
      const after = await read(trx, room, part)
      audit({ target: room_code, before: shown(before, after), after: shown(after, before) })
      return after
    })
  }

  return {
    bindTalk: (call: Call<Save>) =>
      save(call, 'talk', { list: call.input.list }, ({ list }) => ({ list })),

    bindDrive(call: Call<ParsedOf<typeof talkApi.bindDrive>>) {
      const { list, idle_s, quiet, inherit } = call.input
      const value = inherit ? { inherit: 1 } : { idle_s, quiet }
      return save(call, 'initiative', { list, value, inherit: inherit === IsOrNot.is }, driveShown)
    },

    async saveReplies(call: Call<ParsedOf<typeof talkApi.saveReplies>>) {
      const { list } = call.input
      const wrong = doubleKeywords(list)
      if (Object.keys(wrong).length > 0) throw invalid(wrong)
      return save(call, 'reply', { value: list }, otherReplies)
    },

    readReplies: async ({ input, actor }: Call<ParsedOf<typeof talkApi.readReplies>>) =>
      repliesIn(await sheet(actor, input.upload_id)),

    async tryReply({ input, actor }: Call<ParsedOf<typeof talkApi.tryReply>>) {
      await roomOf(db.query, actor, input.room_code)
      return { answer: replyBy(input.list, input.text, clock.now()) }
    },

    part: async ({ input, actor }: Call<{ room_code: string; part: RoomPart }>): Promise<Part> =>
      read(db.query, await roomOf(db.query, actor, input.room_code), input.part),
  }
}
