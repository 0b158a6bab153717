import { sql, type Transaction } from 'kysely'
import { VIEWERS } from '#domains/lookup/keeping.ts'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { append, runViewers } from './ledger.columns.ts'
import type { Tally } from './ledger.ts'

type Trx = Transaction<Tables>

/** Adds to the sums of each run; a viewer and a payer count once, when they are first seen. */
export async function addToRuns(db: Db<Tables>, trx: Trx, tally: Tally): Promise<void> {
  const viewers = tally.viewers()
  const ids = await append(db, trx, runViewers, viewers)
  const seenBefore = viewers.filter((viewer, i) => ids[i] === undefined && viewer.paid === 1)
  for (const [run_id, sums] of tally.runs()) {
    const first = viewers.filter((viewer, i) => ids[i] !== undefined && viewer.run_id === run_id)
    const payers = seenBefore.filter((viewer) => viewer.run_id === run_id)
    const firstPaid =
      first.filter((viewer) => viewer.paid === 1).length +
      (await markPaid(
        trx,
        run_id,
        payers.map((viewer) => viewer.open_id),
      ))
    const run = await trx
      .updateTable('run')
      .set((eb) => ({
        gift_fen: eb('gift_fen', '+', sums.gift_fen),
        gift_count: eb('gift_count', '+', sums.gift_count),
        event_count: eb('event_count', '+', sums.event_count),
        danmu: eb('danmu', '+', sums.danmu),
        likes: eb('likes', '+', sums.likes),
        follows: eb('follows', '+', sums.follows),
        viewers: eb('viewers', '+', ifKept(first.length)),
        payers: eb('payers', '+', ifKept(firstPaid)),
      }))
      .where('run_id', '=', run_id)
      .returning('viewers_state')
      .executeTakeFirst()
    if (run && run.viewers_state !== VIEWERS.kept)
      await countPayers(
        trx,
        run_id,
        first.map((viewer) => viewer.open_id),
      )
  }
}

/** Where the run's viewers have been deleted, everybody would look new, so nobody is counted this way. */
const ifKept = (count: number) =>
  sql<number>`case when viewers_state = ${sql.lit(VIEWERS.kept)} then ${count} else 0 end`

/**
 * Counts the payers of a run whose viewers have been deleted, from its gifts; late viewers without a gift are not counted.
 * The rows of `added` are removed again, because retention is done with this run and would never delete them.
 */
async function countPayers(trx: Trx, run_id: string, added: string[]): Promise<void> {
  if (added.length > 0) {
    await trx
      .deleteFrom('run_viewer')
      .where('run_id', '=', run_id)
      .where('open_id', 'in', added)
      .execute()
  }
  const { payers } = await trx
    .selectFrom('gift_event')
    .select((eb) => eb.fn.count<number>('open_id').distinct().as('payers'))
    .where('run_id', '=', run_id)
    .where('fen', '>', 0)
    .where('is_ai', '=', 0)
    .where('is_test', '=', 0)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('run')
    .set({
      payers,
      viewers: sql<number>`case when viewers < ${payers} then ${payers} else viewers end`,
    })
    .where('run_id', '=', run_id)
    .execute()
}

/** Marks viewers that were seen before as payers; answers for how many that is new. */
async function markPaid(trx: Trx, run_id: string, open_ids: string[]): Promise<number> {
  if (open_ids.length === 0) return 0
  const result = await trx
    .updateTable('run_viewer')
    .set({ paid: 1 })
    .where('run_id', '=', run_id)
    .where('open_id', 'in', open_ids)
    .where('paid', '=', 0)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function addToDays(trx: Trx, tally: Tally): Promise<void> {
  const accountDays = tally.accountDays()
  const roomDays = tally.roomDays()
  const parts = tally.parts()
  const roomMinutes = tally.roomMinutes()
  if (accountDays.length) {
    await trx
      .insertInto('account_day')
      .values(accountDays)
      .onConflict((on) =>
        on.columns(['account_id', 'day', 'org_id']).doUpdateSet((eb) => ({
          fen: eb('account_day.fen', '+', eb.ref('excluded.fen')),
          count: eb('account_day.count', '+', eb.ref('excluded.count')),
          event_count: eb('account_day.event_count', '+', eb.ref('excluded.event_count')),
        })),
      )
      .execute()
  }
  if (roomDays.length) {
    await trx
      .insertInto('room_day')
      .values(roomDays)
      .onConflict((on) =>
        on.columns(['room_id', 'day', 'org_id']).doUpdateSet((eb) => ({
          fen: eb('room_day.fen', '+', eb.ref('excluded.fen')),
          count: eb('room_day.count', '+', eb.ref('excluded.count')),
          event_count: eb('room_day.event_count', '+', eb.ref('excluded.event_count')),
        })),
      )
      .execute()
  }
  if (parts.length) {
    await trx
      .insertInto('income_part')
      .values(parts)
      .onConflict((on) =>
        on.columns(['day', 'run_id', 'room_id', 'account_id', 'org_id']).doUpdateSet((eb) => ({
          fen: eb('income_part.fen', '+', eb.ref('excluded.fen')),
          count: eb('income_part.count', '+', eb.ref('excluded.count')),
          event_count: eb('income_part.event_count', '+', eb.ref('excluded.event_count')),
        })),
      )
      .execute()
  }
  if (roomMinutes.length) {
    await trx
      .insertInto('room_minute')
      .values(roomMinutes)
      .onConflict((on) =>
        on.columns(['room_id', 'minute']).doUpdateSet((eb) => ({
          fen: eb('room_minute.fen', '+', eb.ref('excluded.fen')),
        })),
      )
      .execute()
  }
}
