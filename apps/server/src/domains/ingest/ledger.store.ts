import type { Transaction } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { setAlarms } from '#domains/lookup/alarm.store.ts'
import type { Tables } from '#migrations/tables.ts'
import {
  append,
  giftEvents,
  ledgerEntries,
  roomEvents,
  roomMoments,
  triggerLogs,
} from './ledger.columns.ts'
import { claimedIn, outcomesOfEvents, outcomesOfGifts, type Named } from './outcome.store.ts'
import type { EventOutcome } from './clash.ts'
import { addToCounts, addToWords } from './counts.store.ts'
import { settleInserts } from './insert.store.ts'
import { addGameItems } from './game.store.ts'
import { addDraws } from './lottery.rows.ts'
import { addToGivers } from './givers.store.ts'
import { Tally } from './ledger.ts'
import { addToDays, addToRuns } from './rollup.store.ts'
import type { NewItems, RoomMoment, StoredItems } from './rows.ts'

type Trx = Transaction<Tables>

export interface Recorded {
  /** One a row, in the order they were given. */
  gift_events: EventOutcome[]
  room_events: EventOutcome[]
  stored: StoredItems
}

/** Appends what is new and adds it to the ledger and to every rollup, all within the caller's transaction. */
export async function record(
  db: Db<Tables>,
  trx: Trx,
  rows: NewItems,
  now: number,
): Promise<Recorded> {
  const gifts = await appendUnclaimed(db, trx, giftEvents, rows.gift_events, 'room_event')
  // After the gifts, so that of a gift and a message with the same identifier in one batch the gift is stored.
  const events = await appendUnclaimed(db, trx, roomEvents, rows.room_events, 'gift_event')
  const moments = await append(db, trx, roomMoments, rows.moments)
  const decisions = await append(db, trx, triggerLogs, rows.decisions)
  const stored: StoredItems = {
    gift_events: numbered(rows.gift_events, gifts),
    room_events: numbered(rows.room_events, events),
    moments: numbered(rows.moments, moments),
    decisions: numbered(rows.decisions, decisions),
  }
  const tally = new Tally()
  for (const event of stored.gift_events) tally.addGift(event)
  for (const event of stored.room_events) tally.addEvent(event)

  const entered = await append(db, trx, ledgerEntries, tally.entries)
  if (entered.includes(undefined)) throw new Error('an entry stood before its event: run reconcile')
  await addToRuns(db, trx, tally)
  await addToGivers(trx, tally.givers())
  await addToDays(trx, tally)
  await addToCounts(db.dialect, trx, rows.counts)
  for (const tape of rows.tapes)
    await trx
      .insertInto('run_tape')
      .values(tape)
      .onConflict((on) => on.doNothing())
      .execute()
  await addToWords(db.dialect, trx, rows.words)
  await addGameItems(trx, rows.games)
  await addDraws(trx, rows.draws)
  await say(trx, stored.moments)
  await settleInserts(trx, rows.inserts, now)
  await setAlarms(trx, stored.moments.filter(isAlarm))
  return {
    gift_events: await outcomesOfGifts(trx, rows.gift_events, gifts),
    room_events: await outcomesOfEvents(trx, rows.room_events, events),
    stored,
  }
}

const isAlarm = ({ kind, data_json }: StoredItems['moments'][number]): boolean =>
  kind === 'log' && data_json !== null

/** Appends the rows except those whose identifier is in the other table: an identifier is used in one table only. */
async function appendUnclaimed<Name extends string>(
  db: Db<Tables>,
  trx: Trx,
  target: Parameters<typeof append<Name>>[2],
  rows: readonly (Named & Parameters<typeof append<Name>>[3][number])[],
  other: 'gift_event' | 'room_event',
): Promise<(number | undefined)[]> {
  const claimed = await claimedIn(db, trx, other, rows)
  if (claimed.size === 0) return append(db, trx, target, rows)
  const free = rows.filter((row) => !claimed.has(row))
  const ids = await append(db, trx, target, free)
  const idOf = new Map(free.map((row, i) => [row, ids[i]]))
  return rows.map((row) => idOf.get(row))
}

const numbered = <Row extends object>(rows: readonly Row[], ids: readonly (number | undefined)[]) =>
  rows.flatMap((row, i) => {
    const id = ids[i]
    return id === undefined ? [] : [Object.assign(row, { id })]
  })

/** The states of a sentence that is or was heard. */
const SAID = ['speaking', 'spoken']

/** Sets each room's sentence to the last one spoken; an older one in a late batch does not replace it. */
async function say(trx: Trx, moments: readonly RoomMoment[]): Promise<void> {
  const last = new Map<string, RoomMoment>()
  for (const moment of moments) {
    if (moment.kind !== 'speech' || !SAID.includes(moment.tag)) continue
    const known = last.get(moment.room_id)
    if (!known || known.at <= moment.at) last.set(moment.room_id, moment)
  }
  // Sorted, so that two servers on one PostgreSQL lock rows in the same order and cannot deadlock.
  for (const { room_id, text, at } of [...last.values()].sort(byRoom)) {
    await trx
      .updateTable('room')
      .set({ sentence: text, sentence_at: at })
      .where('id', '=', room_id)
      .where((eb) => eb.or([eb('sentence_at', 'is', null), eb('sentence_at', '<=', at)]))
      .execute()
  }
}

const byRoom = (a: RoomMoment, b: RoomMoment) => (a.room_id < b.room_id ? -1 : 1)

/** Up to which sequence each of these spools is stored; 0 for one that is new. */
export async function readAcked(
  db: Db<Tables>['query'] | Trx,
  spools: readonly string[],
): Promise<Map<string, number>> {
  if (spools.length === 0) return new Map()
  const rows = await db
    .selectFrom('spool')
    .select(['spool_id', 'acked_seq'])
    .where('spool_id', 'in', [...spools])
    .execute()
  return new Map(rows.map((row) => [row.spool_id, row.acked_seq]))
}

export async function saveAcked(
  trx: Trx,
  spool: Pick<Tables['spool'], 'spool_id' | 'pc_id' | 'acked_seq' | 'updated_at'>,
): Promise<void> {
  await trx
    .insertInto('spool')
    .values(spool)
    .onConflict((on) =>
      on
        .column('spool_id')
        .doUpdateSet({ acked_seq: spool.acked_seq, updated_at: spool.updated_at })
        .where('spool.acked_seq', '<', spool.acked_seq),
    )
    .execute()
}
