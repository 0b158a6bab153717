import { OFFLINE_AFTER_MS, RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './link.store.ts'

/** PostgreSQL takes 65,535 parameters a statement, SQLite 32,766; a row has four. */
const ROWS_A_FLUSH = 5_000

/**
 * Who is online. The truth is in the database, so that any server may find a PC silent; `last_seen_at` is written for all PCs
 * of this server in one statement a beat.
 */
export function createPresence({ db, clock }: Platform<Tables>) {
  const began = clock.now()
  const online = new Set<string>()
  const seen = new Map<string, store.Seen>()

  /** After a restart every agent needs time to come back: until then only those who did can fall silent again. */
  const everyoneIsBack = (now: number) => now >= began + RECONNECT_WINDOW_MS + OFFLINE_AFTER_MS

  return {
    isOnline: (pc_id: string) => online.has(pc_id),
    set(pc_id: string, isOnline: boolean): void {
      if (isOnline) online.add(pc_id)
      else online.delete(pc_id)
    },

    async load(): Promise<void> {
      for (const pc_id of await store.onlinePcs(db.query)) online.add(pc_id)
    },

    /** Something came from this PC; with a heartbeat, what it said. */
    heard(pc_id: string, said?: { skew_ms: number; metrics_json: string }): void {
      const before = seen.get(pc_id)
      const { skew_ms = before?.skew_ms ?? null, metrics_json = before?.metrics_json ?? null } =
        said ?? {}
      seen.set(pc_id, { pc_id, at: clock.now(), skew_ms, metrics_json })
    },

    /** Answers who was taken for offline and is not. */
    async flush(): Promise<string[]> {
      const rows = [...seen.values()]
      seen.clear()
      for (let i = 0; i < rows.length; i += ROWS_A_FLUSH) {
        await store.markSeen(db.query, rows.slice(i, i + ROWS_A_FLUSH))
      }
      return rows.map((row) => row.pc_id).filter((pc_id) => !online.has(pc_id))
    },

    /** Declares the silent ones offline and answers them, each once whatever servers look. */
    sweep(): Promise<string[]> {
      const now = clock.now()
      return store.markSilent(db.query, now - OFFLINE_AFTER_MS, everyoneIsBack(now) ? 0 : began)
    },
  }
}
