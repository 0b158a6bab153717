import type { Transaction } from 'kysely'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RoomPart } from '@kaibo/contract/talk/talk.enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { afterCommit } from '#platform/db/ending.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { within } from '#platform/db/within.ts'
import { conflict, invalid, notFound } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import type { TalkNeeds } from './talk.service.ts'
import * as store from './talk.store.ts'

type Part = DataOf<typeof talkApi.part>
type Save = ParsedOf<typeof talkApi.bindTalk>

async function roomOf(q: Queryable<Tables>, { scope }: Actor, room_code: string) {
  const room = await q
    .selectFrom('room')
    .select(['id', 'room_code', 'name', 'org_id', 'state'])
    .where('room_code', '=', room_code)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .executeTakeFirst()
  if (!room) throw notFound(nouns.room)
  return room
}

/** Holds the sets before the room, as whoever publishes one of them does. */
async function check(trx: Transaction<Tables>, org_id: string, list: Save['list']): Promise<void> {
  const seen = new Set<string>()
  for (const { rule_id } of [...list].sort((a, b) => (a.rule_id < b.rule_id ? -1 : 1)))
    await hold(trx, 'talk_rule', 'rule_id', rule_id)
  for (const [index, { rule_id }] of list.entries()) {
    const at = `list.${index}.rule_id`
    const rule = await trx
      .selectFrom('talk_rule')
      .select(['name', 'org_id', 'shared', 'kind'])
      .where('rule_id', '=', rule_id)
      .executeTakeFirst()
    if (!rule || (rule.org_id !== org_id && rule.shared === 0))
      throw invalid({
        [at]: words(
          '规则集不存在或属于另一公会，请重新选择',
          'The rule set does not exist or is of another guild; choose again',
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
  { id, room_code, name, org_id }: Awaited<ReturnType<typeof roomOf>>,
  part: RoomPart,
): Promise<Part> {
  const list = await store.partOf(q, id, part)
  return {
    version: await store.partVersion(q, id, part),
    list: list.map(({ off_json, ...bound }) => ({
      ...bound,
      off_nodes: JSON.parse(off_json) as string[],
    })),
    room: { room_code, name, org_id },
  }
}

/** A room that is bound to a set no more is not in its trial; bound again, it runs by the live version. */
const leaveTrials = (trx: Transaction<Tables>, room_id: string) =>
  trx
    .deleteFrom('rule_canary')
    .where('room_id', '=', room_id)
    .where('rule_id', 'not in', (is) =>
      is.selectFrom('room_rule').select('rule_id').where('room_id', '=', room_id),
    )
    .execute()

/** Which sets a room runs by. */
export function createBinding(
  { db, clock }: Platform<Tables>,
  { bundles, pushDesired }: TalkNeeds,
) {
  async function bindTalk({ input, actor, audit }: Call<Save>): Promise<Part> {
    const { room_code, version, list } = input
    return db.transaction(async (trx) => {
      const room = await roomOf(trx, actor, room_code)
      await check(trx, room.org_id, list)
      await hold(trx, 'room', 'id', room.id)
      const before = await read(trx, room, 'talk')
      audit({ target: room_code, before: { list: before.list } })
      if (before.version !== version)
        throw conflict(
          words(
            '他人刚刚保存过此直播间的话术，请核对后重新提交',
            'Somebody else has just saved the talk rules of this room; look again and submit',
          ),
          before,
        )
      const of = { room_id: room.id, part: 'talk' } as const
      const now = clock.now()
      await trx
        .insertInto('room_part')
        .values({ ...of, version: version + 1, updated_at: now, updated_by: actor.uid })
        .onConflict((on) =>
          on
            .columns(['room_id', 'part'])
            .doUpdateSet({ version: version + 1, updated_at: now, updated_by: actor.uid }),
        )
        .execute()
      await trx
        .deleteFrom('room_rule')
        .where('room_id', '=', room.id)
        .where('part', '=', 'talk')
        .execute()
      for (const [
        place,
        { rule_id, enabled = OpenStatus.open, shift, off_nodes },
      ] of list.entries())
        await trx
          .insertInto('room_rule')
          .values({ ...of, rule_id, place, enabled, shift, off_json: JSON.stringify(off_nodes) })
          .execute()
      await leaveTrials(trx, room.id)
      const pcs = await bundles.renew(trx, [room.id])
      afterCommit(trx, () => pushDesired(pcs))
      const after = await read(trx, room, 'talk')
      audit({ target: room_code, before: { list: before.list }, after: { list: after.list } })
      return after
    })
  }

  return {
    bindTalk,
    part: async ({ input, actor }: Call<{ room_code: string; part: RoomPart }>): Promise<Part> =>
      read(db.query, await roomOf(db.query, actor, input.room_code), input.part),
  }
}
