import { words } from '@kaibo/contract/kernel/words.ts'
import type { Logger } from 'pino'
import { isPassing } from '#platform/db/away.ts'
import { Recent } from '#platform/recent.ts'
import type { Report, SpoolBatch } from './admit.ts'
import type { Unfit } from './check.ts'

type Store = (batch: SpoolBatch) => Promise<Report>

/** A batch that fails so often for a reason of its own is stored in pieces. */
const TRIES = 3
const KEPT = 1_000

const REASON = words('服务器无法保存这条内容', 'The server cannot store this item')

/**
 * Stores batches; of one that fails again and again the item that does it is found by halves and refused, so that the rest is stored
 * and its PC can go on.
 */
export function createStoring(store: Store, log: Logger): Store {
  /** How often a batch has failed, by its spool and first number: the PC connects anew and sends the same again. */
  const failures = new Recent<string, number>(KEPT)

  async function inPieces(batch: SpoolBatch): Promise<Report> {
    const { items } = batch
    if (items.length <= 1) return alone(batch)
    const half = Math.ceil(items.length / 2)
    // In their order: the mark of what is stored only rises.
    const first = await orPieces(part(batch, 0, half))
    return joined(first, await orPieces(part(batch, half, items.length)), half)
  }

  async function orPieces(batch: SpoolBatch): Promise<Report> {
    try {
      return await store(batch)
    } catch (error) {
      if (isPassing(error)) throw error
      return inPieces(batch)
    }
  }

  async function alone(batch: SpoolBatch): Promise<Report> {
    try {
      return await store(batch)
    } catch (err) {
      if (isPassing(err)) throw err
      log.error({ err, spool: batch.spool, seq: batch.seqs[0] }, 'an item cannot be stored')
      return store({ ...batch, items: batch.items.map(refused) })
    }
  }

  return async (batch) => {
    const key = `${batch.spool} ${batch.seqs[0] ?? 0}`
    try {
      return await store(batch)
    } catch (error) {
      if (isPassing(error)) throw error
      const failed = (failures.get(key) ?? 0) + 1
      failures.set(key, failed)
      if (failed < TRIES) throw error
      return inPieces(batch)
    }
  }
}

const part = (batch: SpoolBatch, from: number, to: number): SpoolBatch => ({
  ...batch,
  seqs: batch.seqs.slice(from, to),
  items: batch.items.slice(from, to),
})

const joined = (first: Report, second: Report, by: number): Report => ({
  fresh: [...first.fresh, ...second.fresh],
  repeated: first.repeated + second.repeated,
  refusals: [
    ...first.refusals,
    ...second.refusals.map((one) => ({ ...one, index: one.index + by })),
  ],
})

function refused(item: SpoolBatch['items'][number]): Unfit {
  if (!item.ok) return item
  const sent = item.value
  const event_id = sent.type === 'event' ? sent.event.event_id : null
  return { ok: false, event_id, code: 'unstorable', reason: REASON, sent }
}
