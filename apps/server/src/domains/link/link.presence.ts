import { OFFLINE_AFTER_MS, RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './link.store.ts'

const ROWS_A_FLUSH = 1_000

/**
 * Who is online. Kept in the database, so that any server can find a silent PC; `last_seen_at` is written for all PCs
 * of this server in one statement per interval.
 */
export function createPresence({ db, clock }: Platform<Tables>) {
  let began = clock.now()
  const online = new Set<string>()
  /** Those that have not been heard by this server: they were online before it started. */
  const awaited = new Set<string>()
  const seen = new Map<string, store.Seen>()
  let isReturnOver = false

  /** The start of this server. Moved back with the clock, or PCs heard now would seem to be heard before the start. */
  function present(): number {
    const now = clock.now()
    began = Math.min(began, now)
    return now
  }

  /** After a restart agents need time to reconnect: until then only those that did can be declared offline. */
  const isDue = (now: number) => now >= began + RECONNECT_WINDOW_MS + OFFLINE_AFTER_MS

  return {
    of(pc_id: string): PcPresence {
      if (!online.has(pc_id)) return PcPresence.offline
      return awaited.has(pc_id) ? PcPresence.unknown : PcPresence.online
    },
    set(pc_id: string, isOnline: boolean): void {
      awaited.delete(pc_id)
      if (isOnline) online.add(pc_id)
      else online.delete(pc_id)
    },

    heardSince: () => {
      present()
      return isReturnOver ? 0 : began
    },

    async load(): Promise<void> {
      for (const pc_id of await store.onlinePcs(db.query)) {
        online.add(pc_id)
        awaited.add(pc_id)
      }
    },

    /** Notes that this PC was heard; `said` is the content of a heartbeat. */
    heard(pc_id: string, said?: { skew_ms: number; metrics_json: string }): void {
      const before = seen.get(pc_id)
      const { skew_ms = before?.skew_ms ?? null, metrics_json = before?.metrics_json ?? null } =
        said ?? {}
      seen.set(pc_id, { pc_id, at: present(), skew_ms, metrics_json })
    },

    /** Writes who was heard; returns the PCs that were offline before. What could not be written is tried again in the next interval. */
    async flush(): Promise<string[]> {
      const rows = [...seen.values()]
      for (let i = 0; i < rows.length; i += ROWS_A_FLUSH) {
        const some = rows.slice(i, i + ROWS_A_FLUSH)
        await store.markSeen(db.query, db.dialect, some)
        for (const row of some) if (seen.get(row.pc_id) === row) seen.delete(row.pc_id)
      }
      return rows.map((row) => row.pc_id).filter((pc_id) => !online.has(pc_id))
    },

    /** Declares silent PCs offline and returns them; each is returned once, even if several servers check. */
    async sweep(): Promise<string[]> {
      const now = present()
      const hasTimeToReturn = !isDue(now)
      const silent = await store.markSilent(
        db.query,
        now - OFFLINE_AFTER_MS,
        hasTimeToReturn ? began : 0,
      )
      if (!hasTimeToReturn) {
        isReturnOver = true
        awaited.clear()
      }
      return silent
    },
  }
}
