import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import { dbNow } from './db/now.ts'

const SAMPLE_EVERY_MS = 10_000
/** An answer that took longer says too little of when it was given. */
const SLOWEST_MS = 500
/** Less than this is the way to the database and back. */
const NOISE_MS = 50

export interface DbClock extends Clock {
  /** How far this machine's own clock is ahead of the database's. */
  offset(): number
  sample(): Promise<void>
  close(): void
}

interface Sources {
  /** The database's time. */
  ask: () => Promise<number>
  wall?: () => number
  mono?: () => number
}

/**
 * The database's time, carried on by a clock that only goes forward: whatever is done to a machine's clock, all servers agree. It never
 * goes back: where it was ahead, it runs at half its speed until the time has come.
 */
export function createDbClock({
  ask,
  wall = () => Date.now(),
  mono = () => performance.now(),
}: Sources): DbClock {
  let base = { mono: mono(), now: wall() }
  /** By `mono`, until when it runs at half its speed. */
  let slowUntil = base.mono
  let ahead = 0
  let timer: NodeJS.Timeout | undefined

  function exact(at: number): number {
    const slow = Math.max(0, Math.min(at, slowUntil) - base.mono)
    return base.now + (at - base.mono) - slow / 2
  }

  function set(at: number, told: number): void {
    const shown = exact(at)
    if (Math.abs(told - shown) < NOISE_MS) return
    base = { mono: at, now: Math.max(told, shown) }
    slowUntil = at + Math.max(0, 2 * (shown - told))
  }

  const clock: DbClock = {
    now: () => Math.floor(exact(mono())),
    mono,
    offset: () => ahead,
    async sample() {
      const before = mono()
      const now = await ask()
      const after = mono()
      if (after - before > SLOWEST_MS) return
      const told = now + (after - before) / 2
      ahead = wall() - told
      set(after, told)
    },
    close: () => clearInterval(timer),
  }
  timer = setInterval(() => {
    // The next one tells.
    clock.sample().catch(() => {})
  }, SAMPLE_EVERY_MS).unref()
  return clock
}

export const askTime =
  <Tables>(db: Db<Tables>) =>
  async (): Promise<number> => {
    const { rows } = await sql<{ now: number }>`select ${dbNow(db.dialect)} as now`.execute(
      db.query,
    )
    return Number(rows[0]?.now)
  }
