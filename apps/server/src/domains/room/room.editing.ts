import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { MAX_ROOMS_PER_PC } from '@kaibo/contract/agent/frames.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { orgOfScope } from '@kaibo/contract/kernel/scope.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { roomMoves, type RoomState } from '@kaibo/contract/room/room.state.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { lastSavedBy } from '#platform/db/versioned.ts'
import { conflict, invalid, savedMeanwhile } from '#platform/fault.ts'
import type { RoomContext } from './room.context.ts'
import { rowByCode } from './room.rows.ts'
import { assertGame } from './room.game.ts'
import * as store from './room.store.ts'

type Draft = ParsedOf<typeof roomApi.create>
type Update = ParsedOf<typeof roomApi.update>

const CODE_LENGTH = 8
const RESTING = (Object.keys(roomMoves) as RoomState[]).filter(
  (state) => roomCan('update', state) === true,
)

export function createEditing({ platform, link, rules, plans, feed, look }: RoomContext) {
  const { db, clock, ids, search } = platform

  async function create(actor: Actor, draft: Draft): Promise<string> {
    const now = clock.now()
    return db.transaction(async (trx) => {
      const id = ids.next(now)
      const { account, pc } = await bindings(trx, actor, draft, { id })
      const game_id = draft.game_id ?? null
      await assertGame(trx, { game_id, org_id: account.org_id, now })
      const room_code = await freeCode(trx)
      await trx
        .insertInto('room')
        .values({
          id,
          room_code,
          name: draft.name,
          org_id: account.org_id,
          account_id: account.account_id,
          pc_id: pc?.id ?? null,
          actor: draft.actor,
          game_id,
          mode: draft.mode,
          state: 'idle',
          state_since: now,
          desired_run: 0,
          stop_mode: 'now',
          is_demo: account.is_demo,
          created_at: now,
          updated_at: now,
          updated_by: actor.uid,
          version: 1,
        })
        .execute()
      await rules.bindDefault(trx, { id, org_id: account.org_id })
      if (game_id !== null) await rules.useGame(trx, { id, org_id: account.org_id, game_id })
      await search.keep(trx, 'room', [id])
      if (pc) await link.wake(trx, [pc.id])
      return room_code
    })
  }

  async function freeCode(trx: Queryable<Tables>): Promise<string> {
    for (;;) {
      const room_code = ids.code(CODE_LENGTH)
      const taken = await trx
        .selectFrom('room')
        .select('id')
        .where('room_code', '=', room_code)
        .executeTakeFirst()
      if (!taken) return room_code
    }
  }

  async function update(actor: Actor, room: store.Room, draft: Update): Promise<void> {
    const { pc_id = room.pc_id, game_id = room.game_id } = draft
    const isSaved = await db.transaction(async (trx) => {
      const { account, pc } = await bindings(trx, actor, { ...draft, pc_id }, room)
      const isOther = game_id !== room.game_id
      if (isOther) await assertGame(trx, { game_id, org_id: room.org_id, now: clock.now() })
      const { numUpdatedRows } = await trx
        .updateTable('room')
        .set({
          name: draft.name,
          account_id: account.account_id,
          pc_id: pc?.id ?? null,
          actor: draft.actor,
          game_id,
          mode: draft.mode,
          updated_at: clock.now(),
          updated_by: actor.uid,
          version: draft.version + 1,
        })
        .where('id', '=', room.id)
        .where('version', '=', draft.version)
        .where('state', 'in', RESTING)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      if (account.account_id !== room.account_id || (pc?.id ?? null) !== room.pc_id)
        await plans.recheck(trx, { ...room, account_id: account.account_id, pc_id: pc?.id ?? null })
      if (isOther) await rules.useGame(trx, { ...room, game_id })
      if (account.account_id !== room.account_id) await rules.renewWords(trx, [room.id])
      await search.keep(trx, 'room', [room.id])
      await link.wake(
        trx,
        [room.pc_id, pc_id].filter((id) => id !== null),
      )
      return true
    })
    if (!isSaved) throw await whyNotSaved(actor, room.room_code)
    feed.touch(room.id)
  }

  async function whyNotSaved(actor: Actor, room_code: string) {
    const current = await rowByCode(db.query, actor.scope, room_code, look())
    if (!current) return conflict(words('直播间已删除', 'The room was deleted'))
    const can = roomCan('update', current.state)
    if (can !== true) return conflict(can, current)
    const by = await lastSavedBy(db.query, 'room', { key: 'room_code', value: room_code })
    return savedMeanwhile(nouns.room, current, by === actor.uid)
  }

  /** Marks the room as deleted. Its code is not used again, and its runs and income stay. */
  async function remove(actor: Actor, room: store.Room, row: RoomRow): Promise<void> {
    const isRemoved = await db.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('room')
        .set({ deleted_at: clock.now(), updated_by: actor.uid })
        .where('id', '=', room.id)
        .where('state', 'in', RESTING)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      await plans.end(trx, room.id)
      await search.keep(trx, 'room', [room.id])
      if (room.pc_id) await link.wake(trx, [room.pc_id])
      return true
    })
    if (!isRemoved) {
      const now = await store.roomById(db.query, room.id)
      const can = now ? roomCan('delete', now.state) : words('直播间已删除', 'The room was deleted')
      if (can === true)
        throw conflict(words('直播间刚有变化，请重试', 'The room has just changed; try again'))
      throw conflict(
        row.pc
          ? words(
              `${can.zh}（正在PC「${row.pc.name}」上直播）`,
              `${can.en} (on air on the PC “${row.pc.name}”)`,
            )
          : can,
      )
    }
    feed.removed(room)
  }

  /** Takes a deletion back: the room is as it was, if its live account is still free and its PC has a place. */
  async function restore(actor: Actor, room: store.Room, version: number): Promise<void> {
    await db.transaction(async (trx) => {
      await bindings(trx, actor, room, room)
      const { numUpdatedRows } = await trx
        .updateTable('room')
        .set({ deleted_at: null, updated_at: clock.now(), updated_by: actor.uid })
        .set({ version: version + 1 })
        .where('id', '=', room.id)
        .where('version', '=', version)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n)
        throw conflict(
          words(
            '直播间在删除前后有过变化，不能撤销删除',
            'The room was changed around its deletion; that cannot be taken back',
          ),
        )
      await plans.revive(trx, room)
      await search.keep(trx, 'room', [room.id])
      if (room.pc_id) await link.wake(trx, [room.pc_id])
    })
    feed.touch(room.id)
  }

  return { create, update, remove, restore }
}

/** Locks and checks the account and the PC of a room: both of one organisation in the scope, and free. Throws 1001 at the field. */
async function bindings(
  trx: Queryable<Tables>,
  actor: Actor,
  draft: Pick<Draft, 'account_id' | 'pc_id'>,
  room: { id: string; org_id?: string; account_id?: string },
) {
  const seen = orgOfScope(actor.scope)
  await hold(trx, 'live_account', 'account_id', draft.account_id)
  if (draft.pc_id) await hold(trx, 'pc', 'id', draft.pc_id)
  const account = await store.accountById(trx, draft.account_id)
  const isOurs = account?.deleted_at === null && (seen === undefined || account.org_id === seen)
  if (!isOurs)
    throw invalid({
      account_id: words(
        '直播账号不存在，请重新选择',
        'The live account does not exist; choose again',
      ),
    })
  if (account.enabled !== 1 && account.account_id !== room.account_id) {
    throw invalid({
      account_id: words(
        '直播账号已停用，请先启用或另选',
        'The live account is disabled; enable it or choose another',
      ),
    })
  }
  if (room.org_id !== undefined && account.org_id !== room.org_id) {
    throw invalid({
      account_id: words(
        '直播账号不属于此直播间的公会',
        'The live account is not of this room’s guild',
      ),
    })
  }
  const other = await store.roomBoundTo(trx, account.account_id, room.id)
  if (other) {
    throw invalid({
      account_id: words(
        `直播账号已绑定直播间「${other.name}」（${other.room_code}），请另选`,
        `The live account is bound to the room “${other.name}” (${other.room_code}); choose another`,
      ),
    })
  }
  const pc = draft.pc_id ? await store.pcOrg(trx, draft.pc_id) : undefined
  if (draft.pc_id && pc?.org_id !== account.org_id) {
    throw invalid({
      pc_id: words(
        'PC客户端不存在或不属于账号的公会',
        'There is no such PC in the account’s guild',
      ),
    })
  }
  if (pc && (await store.countOnPc(trx, pc.id, room.id)) >= MAX_ROOMS_PER_PC) {
    throw invalid({
      pc_id: words(
        `PC客户端已有${MAX_ROOMS_PER_PC}个直播间，请另选一台`,
        `The PC has ${MAX_ROOMS_PER_PC} rooms already; choose another`,
      ),
    })
  }
  return { account, pc }
}
