import { sql, type Transaction } from 'kysely'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import {
  doubleViewers,
  type Consumers,
  type ImportantViewer,
} from '@kaibo/contract/talk/consumer.schema.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import type { Patience } from '#platform/db/report.ts'
import { conflict, invalid } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { roomOf } from './talk.binding.ts'
import { viewersOf } from './talk.parts.ts'
import type { TalkNeeds } from './talk.service.ts'
import * as store from './talk.store.ts'

const PART = 'consumer'

/** What each of these viewers gave in a room, made-up money left out. */
const givenBy = (q: Queryable<Tables>, room_id: string, open_ids: readonly string[]) =>
  q
    .selectFrom('gift_event')
    .select([
      'open_id',
      sql<number>`sum(case when is_ai = 0 and is_test = 0 then fen else 0 end)`.as('fen'),
      sql<number>`max(at)`.as('at'),
    ])
    .where('room_id', '=', room_id)
    .where('open_id', 'in', open_ids)
    .groupBy('open_id')

/** The viewers whom the rules of a room are to know. */
export function createConsumers(
  { db, clock }: Platform<Tables>,
  { bundles, wake }: Pick<TalkNeeds, 'bundles' | 'wake'>,
) {
  async function withMoney(
    room_id: string,
    list: readonly ImportantViewer[],
    patience: Patience,
  ): Promise<Consumers['list']> {
    const ids = list.map(({ open_id }) => open_id)
    const given = ids.length > 0 ? await db.report(givenBy(db.query, room_id, ids), patience) : []
    const byId = new Map(given.map((one) => [one.open_id, one]))
    return list.map((viewer) => {
      const { fen = 0, at = null } = byId.get(viewer.open_id) ?? {}
      return { ...viewer, spend_fen: fen, last_at: at }
    })
  }

  async function save(
    trx: Transaction<Tables>,
    { input, actor, audit }: Call<ParsedOf<typeof talkApi.saveConsumers>>,
  ) {
    const { room_code, version, list } = input
    const { id } = await roomOf(trx, actor, room_code)
    await hold(trx, 'room', 'id', id)
    // Read when it is held: it may have been started before
    const room = await roomOf(trx, actor, room_code)
    const can = roomCan('savePart', room.state)
    if (can !== true) throw conflict(can)
    const known = await store.partVersion(trx, id, PART)
    const before = await viewersOf(trx, id)
    if (known !== version) throw conflict(SAVED_MEANWHILE, { version: known, list: before })
    const saved = {
      version: version + 1,
      value_json: JSON.stringify(list),
      updated_at: clock.now(),
      updated_by: actor.uid,
    }
    await trx
      .insertInto('room_part')
      .values({ room_id: id, part: PART, ...saved })
      .onConflict((on) => on.columns(['room_id', 'part']).doUpdateSet(saved))
      .execute()
    await wake(trx, await bundles.renew(trx, [id]))
    const shown = { input: { room_code, version }, target: room.name, target_id: room_code }
    audit({ ...shown, before: others(before, list), after: others(list, before) })
    return { id, version: saved.version }
  }

  return {
    async consumers({
      input,
      actor,
      signal,
    }: Call<ParsedOf<typeof talkApi.consumers>>): Promise<Consumers> {
      const { id } = await roomOf(db.query, actor, input.room_code)
      const list = await viewersOf(db.query, id)
      const version = await store.partVersion(db.query, id, PART)
      return { version, list: await withMoney(id, list, { signal }) }
    },

    async saveConsumers(call: Call<ParsedOf<typeof talkApi.saveConsumers>>): Promise<Consumers> {
      const { list } = call.input
      const wrong = doubleViewers(list)
      if (Object.keys(wrong).length > 0) throw invalid(wrong)
      const { id, version } = await db.transaction((trx) => save(trx, call))
      return { version, list: await withMoney(id, list, { signal: call.signal }) }
    },
  }
}

/** Of hundreds of viewers those that are not the same on the other side. */
function others(list: readonly ImportantViewer[], other: readonly ImportantViewer[]) {
  const same = new Set(other.map((one) => JSON.stringify(one)))
  return { list: list.filter((one) => !same.has(JSON.stringify(one))) }
}

const SAVED_MEANWHILE = words(
  '他人刚刚保存过此直播间的重要观众，请核对后重新提交',
  'Somebody else has just saved the important viewers of this room; look again and submit',
)
