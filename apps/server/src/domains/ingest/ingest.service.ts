import type { Platform } from '#platform/platform.ts'
import { notFound } from '#platform/fault.ts'
import type { Tables } from '#migrations/tables.ts'
import type { PushResult } from '@kaibo/contract/ingest/ingest.api.ts'
import type { LiveEvent, RefusedEvent } from '@kaibo/contract/live/event.ts'
import { addressOf, admitPush, admitSpool, isAboutPc, noRows, reportOf } from './admit.ts'
import type { PushBatch, Report, SpoolBatch } from './admit.ts'
import { checkEvent, checkItem } from './check.ts'
import { Committer } from './committer.ts'
import { readAcked, record, saveAcked } from './ledger.store.ts'
import { readGround, readRecentRuns, readRoomOf, type Address } from './place.ts'
import { createPush, type Push } from './push.ts'
import type { StoredItems } from './rows.ts'

export interface Ingest {
  /**
   * Stores a batch of a PC's spool; resolves when it is durable. `seqs` numbers the items where they leave gaps. `up_to` counts
   * refused items too: they are named once and never sent again.
   */
  storeSpool(
    pc_id: string,
    spool_id: string,
    first_seq: number,
    items: unknown[],
    seqs?: readonly number[],
  ): Promise<{ up_to: number; refused: RefusedEvent[] }>
  /** Up to which sequence the spool is stored; 0 for an unknown one. */
  spoolAcked(pc_id: string, spool_id: string): Promise<number>
  /** The signed pushes over HTTP; they end in `push`. */
  readonly pushed: Push
  /** Stores what was pushed for a room of the account, and forwards what was new to the room's PC. */
  push(account_id: string, room_code: string, events: unknown[]): Promise<PushResult>
  /** Hears of each group of new rows after it was stored and before it is acknowledged. */
  onStored(listener: (stored: StoredItems) => void): void
}

interface Options {
  readonly forward: (room: { room_code: string; pc_id: string | null }, events: LiveEvent[]) => void
}

type Batch = { type: 'spool'; batch: SpoolBatch } | { type: 'push'; batch: PushBatch }

/** A transaction of so many items takes about a tenth of a second, in which nobody else reads or writes. */
const GROUP_LIMIT = 4_000

export function createIngest(platform: Platform<Tables>, { forward }: Options): Ingest {
  const { db, clock, log } = platform
  const listeners: ((stored: StoredItems) => void)[] = []
  const committer = new Committer<Batch, Report>(GROUP_LIMIT, weightOf, commit)

  /** All batches of a group in one transaction: rows, entries, rollups and what is acknowledged stand or fall together. */
  async function commit(batches: Batch[]): Promise<Report[]> {
    const now = clock.now()
    const spools = batches.flatMap((one) => (one.type === 'spool' ? [one.batch] : []))
    const { reports, stored } = await db.transaction(async (trx) => {
      const names = spools.map(({ spool }) => spool)
      const acked = await readAcked(trx, names)
      const ground = await readGround(trx, spools.flatMap(addressesIn))
      const rows = noRows()
      const admitted = batches.map(({ type, batch }) => {
        if (type === 'push') return admitPush(batch, rows, now)
        const known = acked.get(batch.spool) ?? 0
        acked.set(batch.spool, Math.max(known, lastSeq(batch)))
        return admitSpool(batch, known, ground, rows, now)
      })
      const recorded = await record(db, trx, rows)
      for (const { spool, pc_id } of spools) {
        const acked_seq = acked.get(spool) ?? 0
        await saveAcked(trx, { spool_id: spool, pc_id, acked_seq, updated_at: now })
      }
      const reports = admitted.map((one) => reportOf(one, recorded))
      return { reports, stored: recorded.stored }
    })
    tell(stored)
    return reports
  }

  /** It is stored: a listener's fault must not have it sent again. */
  function tell(stored: StoredItems): void {
    for (const listener of listeners) {
      try {
        listener(stored)
      } catch (error) {
        log.error({ err: error }, 'a listener to stored items failed')
      }
    }
  }

  async function push(account_id: string, room_code: string, events: unknown[]) {
    const room = await readRoomOf(db.query, room_code)
    if (room?.account_id !== account_id) throw notFound('直播间')
    const runs = await readRecentRuns(db.query, account_id)
    const batch = { room, runs, events: events.map(checkEvent) }
    const { fresh, repeated, refused } = await committer.add({ type: 'push', batch })
    if (fresh.length > 0) forward(room, fresh)
    return { accepted: fresh.length, repeated, refused }
  }

  return {
    async storeSpool(pc_id, spool_id, first_seq, items, seqs) {
      const batch = {
        pc_id,
        spool: nameOf(pc_id, spool_id),
        seqs: seqs ?? items.map((_, index) => first_seq + index),
        items: items.map(checkItem),
      }
      const { refused } = await committer.add({ type: 'spool', batch })
      for (const item of batch.items)
        if (item.ok && isAboutPc(item.value))
          log.info({ pc_id, level: item.value.level, text: item.value.text }, 'a PC says')
      return { up_to: lastSeq(batch), refused }
    },

    async spoolAcked(pc_id, spool_id) {
      const name = nameOf(pc_id, spool_id)
      return (await readAcked(db.query, [name])).get(name) ?? 0
    },

    push,
    pushed: createPush(platform, push),

    onStored: (listener) => void listeners.push(listener),
  }
}

const nameOf = (pc_id: string, spool_id: string) => `${pc_id}:${spool_id}`
/** 0 for a batch of nothing, whatever it calls its first. */
const lastSeq = ({ seqs }: SpoolBatch) => seqs.at(-1) ?? 0
const weightOf = ({ type, batch }: Batch) =>
  type === 'spool' ? batch.items.length : batch.events.length

const addressesIn = ({ items }: SpoolBatch): Address[] =>
  items.flatMap((item) => (item.ok ? addressOf(item.value) : []))
