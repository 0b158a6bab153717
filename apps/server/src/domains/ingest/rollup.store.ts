import type { Transaction } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { append, runViewers } from './ledger.columns.ts'
import type { Tally } from './ledger.ts'

type Trx = Transaction<Tables>

/** Sums of each run; a viewer and a payer count once, at first sight. */
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
    await trx
      .updateTable('run')
      .set((eb) => ({
        gift_fen: eb('gift_fen', '+', sums.gift_fen),
        gift_count: eb('gift_count', '+', sums.gift_count),
        event_count: eb('event_count', '+', sums.event_count),
        danmu: eb('danmu', '+', sums.danmu),
        likes: eb('likes', '+', sums.likes),
        follows: eb('follows', '+', sums.follows),
        viewers: eb('viewers', '+', first.length),
        payers: eb('payers', '+', firstPaid),
      }))
      .where('run_id', '=', run_id)
      .execute()
  }
}

/** How many of these viewers, seen before, pay for the first time. */
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
