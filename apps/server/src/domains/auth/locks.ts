import { words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Clock } from '#platform/clock.ts'
import { fault } from '#platform/fault.ts'
import { networkOf } from '#platform/http/network.ts'

/**
 * Slows down guessing of passwords, per account and address, so that nobody can lock out somebody at another address. Each
 * attempt is counted before the password is checked, so that parallel attempts count, too. In memory: a restart forgets them.
 */
export interface OwnLocks {
  /** Counts an attempt, or throws 1007 with `retry_after_s`. */
  attempt(username: string, ip: string): void
  succeeded(username: string, ip: string): void
}

const MINUTE_MS = 60_000
const FREE_ATTEMPTS = 5
const ADDRESS_ATTEMPTS = 30
const FIRST_DELAY_MS = 30_000
const MAX_DELAY_MS = 15 * MINUTE_MS
/** Attempts are forgotten after this long without another. */
const FORGET_MS = 2 * MAX_DELAY_MS
const MAX_KEPT = 50_000

/** Of an address, or of an account at an address. */
export interface Attempts {
  /** Attempts of the running minute. */
  recent: number[]
  /** How often the free attempts were used up. */
  strikes: number
  lockedUntil: number
}

export function keysOf(username: string, ip: string): { address: string; pair: string } {
  const address = networkOf(ip)
  return { address, pair: `${address} ${username.toLowerCase()}` }
}

/** What still counts of them. */
export function fresh(known: Attempts | undefined, now: number): Attempts {
  const isFresh = known && now - Math.max(known.recent.at(-1) ?? 0, known.lockedUntil) < FORGET_MS
  if (!isFresh) return { recent: [], strikes: 0, lockedUntil: 0 }
  return { ...known, recent: known.recent.filter((at) => now - at < MINUTE_MS) }
}

/** Counts an attempt at both, or throws. */
export function assess(address: Attempts, pair: Attempts, now: number): void {
  if (address.recent.length >= ADDRESS_ATTEMPTS)
    refuse((address.recent[0] ?? now) + MINUTE_MS - now)
  if (pair.lockedUntil > now) refuse(pair.lockedUntil - now)
  address.recent.push(now)
  pair.recent.push(now)
  // After the first lock, each further attempt locks again, for twice as long.
  if (pair.recent.length < FREE_ATTEMPTS && pair.strikes === 0) return
  pair.lockedUntil = now + Math.min(FIRST_DELAY_MS * 2 ** pair.strikes, MAX_DELAY_MS)
  pair.strikes += 1
}

export function createLocks(clock: Clock): OwnLocks {
  const records = new Map<string, Attempts>()

  function recordOf(key: string, now: number): Attempts {
    const record = fresh(records.get(key), now)
    records.delete(key)
    records.set(key, record)
    if (records.size > MAX_KEPT) records.delete(records.keys().next().value ?? '')
    return record
  }

  return {
    attempt(username, ip) {
      const now = clock.now()
      const { address, pair } = keysOf(username, ip)
      assess(recordOf(address, now), recordOf(pair, now), now)
    },
    succeeded(username, ip) {
      const { address, pair } = keysOf(username, ip)
      records.delete(pair)
      // A login that succeeds does not count against its address: a whole office may log in at once.
      records.get(address)?.recent.pop()
    },
  }
}

function refuse(waitMs: number): never {
  const retry_after_s = Math.ceil(waitMs / 1_000)
  throw fault(
    Code.tooMany,
    words(`尝试次数过多，请${retry_after_s}秒后再试`, `Too many tries; wait ${retry_after_s} s`),
    { retry_after_s },
  )
}
