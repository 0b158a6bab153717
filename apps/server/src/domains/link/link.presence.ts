import { OFFLINE_AFTER_MS, RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './link.store.ts'

const ROWS_A_FLUSH = 1_000

/**
 * Who is online. The truth is in the database, so that any server may find a PC silent; `last_seen_at` is written for all PCs
 * of this server in one statement a beat.
 */
export function createPresence({ db, clock }: Platform<Tables>) {
  let began = clock.now()
  const online = new Set<string>()
  /** Those of them that this server has not heard of: they were online before it began. */
  const awaited = new Set<string>()
  const seen = new Map<string, store.Seen>()
  let isReturnOver = false

  /** Where the clock is set back, the server began no later than this: else whoever is heard now was heard before it. */
  function present(): number {
    const now = clock.now()
    began = Math.min(began, now)
    return now
  }

  /** After a restart every agent needs time to come back: until then only those who did can fall silent again. */
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

    /** Something came from this PC; with a heartbeat, what it said. */
    heard(pc_id: string, said?: { skew_ms: number; metrics_json: string }): void {
      const before = seen.get(pc_id)
      const { skew_ms = before?.skew_ms ?? null, metrics_json = before?.metrics_json ?? null } =
        said ?? {}
      seen.set(pc_id, { pc_id, at: present(), skew_ms, metrics_json })
    },

    /** Answers who was taken for offline and is not. What could not be written is written with the next beat. */
    async flush(): Promise<string[]> {
      const rows = [...seen.values()]
      for (let i = 0; i < rows.length; i += ROWS_A_FLUSH) {
        const some = rows.slice(i, i + ROWS_A_FLUSH)
        await store.markSeen(db.query, db.dialect, some)
        for (const row of some) if (seen.get(row.pc_id) === row) seen.delete(row.pc_id)
      }
      return rows.map((row) => row.pc_id).filter((pc_id) => !online.has(pc_id))
    },

    /** Declares the silent ones offline and answers them, each once whatever servers look. */
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
