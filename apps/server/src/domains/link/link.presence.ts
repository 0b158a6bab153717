import { OFFLINE_AFTER_MS, RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import { DEAD_AFTER_MS } from '#platform/instance/instances.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './link.store.ts'

const ROWS_A_FLUSH = 1_000
/** How long this server must have been well before it says of others' PCs that they are offline. */
const GOOD_FOR_MS = RECONNECT_WINDOW_MS + OFFLINE_AFTER_MS
/** A pause between two flushes that went well: an outage, of the database or of this process. */
const OUTAGE_MS = 5_000
/** A PC that was not heard for so long and was not declared offline: nobody knows. */
const UNHEARD_MS = OFFLINE_AFTER_MS + 5_000

interface Connected extends store.Held {
  /** By the clock that only goes forward. */
  heard_at: number
}

interface Flushed {
  back: string[]
  replaced: store.Held[]
}

/**
 * Who is online. Kept in the database: `last_seen_at` is written for all PCs of this server in one statement per interval. Each server
 * declares its own PCs offline, and those of a server that is gone.
 */
export function createPresence({ db, clock, instance }: Platform<Tables>) {
  const { dialect } = db
  /** What began with the start, or with the end of an outage; the wall time is that from which on PCs could be heard. */
  let good = { since: clock.mono(), heard: clock.now() }
  let lastGood = { at: performance.now(), now: clock.now() }
  const online = new Set<string>()
  /** Those that have not been heard by this server: they were online before it started. */
  const awaited = new Set<string>()
  /** The PCs that connected to this server, until they connect to another or are declared offline. */
  const own = new Map<string, Connected>()
  const seen = new Map<string, store.Seen>()

  /** Moved back with the clock, or PCs heard now would seem to be heard before the start. */
  function present(): number {
    const now = clock.now()
    good.heard = Math.min(good.heard, now)
    good.since = Math.min(good.since, clock.mono())
    return now
  }

  const isGood = () => clock.mono() - good.since >= GOOD_FOR_MS

  /** Nobody could be heard, or be written: silence counts from now on. */
  function beginAnew(): void {
    const since = clock.mono()
    good = { since, heard: lastGood.now }
    for (const [pc_id, one] of own) own.set(pc_id, { ...one, heard_at: since })
  }

  async function flush(): Promise<Flushed> {
    const rows = [...seen.values()]
    const replaced: store.Held[] = []
    // A server without PCs learns of an outage, too: after it, silence counts anew for everybody's.
    if (rows.length === 0) await store.reached(db.query)
    for (let i = 0; i < rows.length; i += ROWS_A_FLUSH) {
      const some = rows.slice(i, i + ROWS_A_FLUSH)
      const known = new Set(await store.markSeen(db.query, dialect, some))
      for (const row of some) {
        if (seen.get(row.pc_id) === row) seen.delete(row.pc_id)
        if (known.has(row.pc_id)) continue
        replaced.push(row)
        forget(row)
      }
    }
    const back = rows.map((row) => row.pc_id)
    return { back: back.filter((pc_id) => own.has(pc_id) && !online.has(pc_id)), replaced }
  }

  function forget({ pc_id, epoch }: store.Held): void {
    if (own.get(pc_id)?.epoch === epoch) own.delete(pc_id)
  }

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

    /** Whoever was last heard before is neither online nor offline. */
    heardSince: () => {
      const now = present()
      return Math.max(isGood() ? 0 : good.heard, now - UNHEARD_MS)
    },

    async load(): Promise<void> {
      for (const pc_id of await store.onlinePcs(db.query)) {
        online.add(pc_id)
        awaited.add(pc_id)
      }
    },

    connected: (held: store.Held) => void own.set(held.pc_id, { ...held, heard_at: clock.mono() }),

    /** Notes that this PC was heard; `said` is the content of a heartbeat. */
    heard(held: store.Held, said?: { skew_ms: number; metrics_json: string }): void {
      const { pc_id, epoch } = held
      if (own.get(pc_id)?.epoch !== epoch) return
      own.set(pc_id, { ...held, heard_at: clock.mono() })
      const before = seen.get(pc_id)
      const { skew_ms = before?.skew_ms ?? null, metrics_json = before?.metrics_json ?? null } =
        said ?? {}
      seen.set(pc_id, { ...held, at: present(), skew_ms, metrics_json })
    },

    /**
     * Writes who was heard; answers who was offline before, and whose connection is not their newest. What could not be written is written with the next flush, and
     * after an outage everybody has time anew.
     */
    async flush(): Promise<Flushed> {
      const flushed = await flush()
      const now = { at: performance.now(), now: present() }
      if (now.at - lastGood.at > OUTAGE_MS) beginAnew()
      lastGood = now
      return flushed
    },

    /** Declares silent PCs offline and answers them; each is answered once, even if several servers look. */
    async sweep(): Promise<string[]> {
      const now = present()
      const mono = clock.mono()
      const silent = [...own.values()].filter((one) => mono - one.heard_at > OFFLINE_AFTER_MS)
      const { id: instance_id } = instance
      const gone =
        silent.length > 0 ? await store.markOwnSilent(db.query, dialect, instance_id, silent) : []
      silent.forEach(forget)
      if (!isGood()) return gone
      awaited.clear()
      const before = now - OFFLINE_AFTER_MS
      const of = { instance_id, before, deadMs: DEAD_AFTER_MS }
      return [...gone, ...(await store.markOrphansSilent(db.query, dialect, of))]
    },
  }
}
