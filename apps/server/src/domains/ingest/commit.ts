import type { Transaction } from 'kysely'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { addressOf, admitPush, admitSpool, noRows, reportOf } from './admit.ts'
import type { Admitted, PushBatch, Report, SpoolBatch } from './admit.ts'
import type { Unfit } from './check.ts'
import { closeBooked } from './close-booked.store.ts'
import { claimAcked, hasCounts } from './counts.store.ts'
import { readAcked, record, saveAcked } from './ledger.store.ts'
import { readDestinations, type Address } from './place.ts'
import { addressIn, refusedRows, type Refusal, type Sender } from './refuse.ts'
import { orgsOf, saveRefused, type RefusedChange } from './refused.store.ts'
import type { StoredItems } from './rows.ts'

type Trx = Transaction<Tables>

/** A push for an account that has no such room. */
interface StrayBatch {
  account_id: string
  events: Unfit[]
}

export type Batch =
  | { type: 'spool'; batch: SpoolBatch }
  | { type: 'push'; batch: PushBatch & { account_id: string } }
  | { type: 'stray'; batch: StrayBatch }

/** Hands what is new to the rules of the room, if this is committed. */
export type Forward = (
  trx: Trx,
  room: { room_code: string; pc_id: string | null },
  fresh: readonly LiveEvent[],
  now: number,
) => Promise<void>

interface Needs {
  db: Db<Tables>
  forward: Forward
}

export interface Committed {
  reports: Report[]
  stored: StoredItems
  refused: RefusedChange[]
}

/**
 * Stores all batches of a group in one transaction: rows, ledger entries, rollups, refusals and acknowledgements are committed
 * together or not at all.
 */
export const commitBatches = (
  { db, forward }: Needs,
  now: number,
  batches: readonly Batch[],
): Promise<Committed> =>
  db.transaction(async (trx) => {
    const spools = batches.flatMap((one) => (one.type === 'spool' ? [one.batch] : []))
    const acked = await readAcked(
      trx,
      spools.map(({ spool }) => spool),
    )
    for (const one of spools.filter(hasCounts).sort(bySpool))
      acked.set(one.spool, await claimAcked(trx, one, now))
    const destinations = await readDestinations(trx, spools.flatMap(addressesIn))
    const rows = noRows()
    const admitted = batches.map(({ type, batch }): Admitted => {
      if (type === 'push') return admitPush(batch, rows, now)
      if (type === 'stray') return { slots: [], refusals: astray(batch) }
      const known = acked.get(batch.spool) ?? 0
      acked.set(batch.spool, Math.max(known, lastSeq(batch)))
      return admitSpool(batch, known, destinations, rows, now)
    })
    const recorded = await record(db, trx, rows, now)
    for (const { spool, pc_id } of spools) {
      const acked_seq = acked.get(spool) ?? 0
      await saveAcked(trx, { spool_id: spool, pc_id, acked_seq, updated_at: now })
    }
    const reports = admitted.map((one) => reportOf(one, recorded))
    for (const [index, { type, batch }] of batches.entries())
      if (type === 'push') await forward(trx, batch.room, reports[index]?.fresh ?? [], now)
    const { stored } = recorded
    const refused = await keepRefused(trx, batches, reports, now)
    const closed = await closeBooked(db, trx, { gifts: stored.gift_events, refused }, now)
    return { reports, stored, refused: [...refused, ...closed] }
  })

async function keepRefused(
  trx: Trx,
  batches: readonly Batch[],
  reports: readonly Report[],
  now: number,
): Promise<RefusedChange[]> {
  if (reports.every(({ refusals }) => refusals.length === 0)) return []
  const senders = await sendersOf(trx, batches)
  const rows = reports.flatMap(({ refusals }, i) => {
    const sender = senders[i]
    return sender ? refusedRows(refusals, sender, now) : []
  })
  return saveRefused(trx, rows)
}

async function sendersOf(trx: Trx, batches: readonly Batch[]): Promise<Sender[]> {
  const orgs = await orgsOf(
    trx,
    batches.flatMap((one) => (one.type === 'spool' ? [one.batch.pc_id] : [])),
    batches.flatMap((one) => (one.type === 'spool' ? [] : [one.batch.account_id])),
  )
  return batches.map(({ type, batch }) =>
    type === 'spool'
      ? { pc_id: batch.pc_id, account_id: null, org_id: orgs.get(batch.pc_id) ?? '' }
      : {
          pc_id: null,
          account_id: batch.account_id,
          org_id: orgs.get(batch.account_id) ?? '',
        },
  )
}

const astray = ({ events }: StrayBatch): Refusal[] =>
  events.map((unfit, index) => ({ index, ...unfit, place: undefined }))

const bySpool = (a: SpoolBatch, b: SpoolBatch) => (a.spool < b.spool ? -1 : 1)

/** The last number of a batch; 0 for an empty one. */
export const lastSeq = ({ seqs }: SpoolBatch) => seqs.at(-1) ?? 0

export const weightOf = ({ type, batch }: Batch) =>
  type === 'spool' ? batch.items.length : batch.events.length

const addressesIn = ({ items }: SpoolBatch): Address[] =>
  items.flatMap((item) => (item.ok ? addressOf(item.value) : (addressIn(item.sent) ?? [])))
