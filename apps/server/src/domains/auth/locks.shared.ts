import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import { Fault } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { assess, createLocks, fresh, keysOf, type Attempts } from './locks.ts'

type Trx = Transaction<Tables>

/** A login waits no longer for the other servers; then only this one's own count holds. */
const PATIENCE_MS = 200

/** Limits of attempts over all servers. */
export interface Locks {
  /** Counts an attempt, or throws 1007 with `retry_after_s`. */
  attempt(username: string, ip: string): Promise<void>
  succeeded(username: string, ip: string): Promise<void>
}

/**
 * First each server's own limit, which costs nothing and needs nobody; what it admits is counted in rows that all servers share. A
 * SQLite file has one server.
 */
export function createSharedLocks({ db, clock, log }: Platform<Tables>): Locks {
  const own = createLocks(clock)
  const isShared = db.dialect === 'pg'

  async function within(work: (trx: Trx) => Promise<void>): Promise<void> {
    if (!isShared || db.isAway) return
    // Not a transaction of the call: what the call owes when it ends is not owed by this.
    const done = db.query
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (error instanceof Fault) throw error
        log.warn({ err: error }, 'attempts to log in are counted on this server only')
      })
    done.catch(() => {})
    const late = new AbortController()
    await Promise.race([done, sleep(PATIENCE_MS, undefined, { signal: late.signal })]).finally(() =>
      late.abort(),
    )
  }

  return {
    async attempt(username, ip) {
      own.attempt(username, ip)
      const keys = keysOf(username, ip)
      const now = clock.now()
      let refusal: unknown
      await within(async (trx) => {
        // In one order, so that two servers do not wait for each other.
        const pair = fresh(await held(trx, keys.pair, now), now)
        const address = fresh(await held(trx, keys.address, now), now)
        try {
          assess(address, pair, now)
        } catch (error) {
          refusal = error
          return
        }
        await keep(trx, keys.pair, pair, now)
        await keep(trx, keys.address, address, now)
        await trx
          .deleteFrom('login_limit')
          .where('at', '<', now - 86_400_000)
          .execute()
      })
      if (refusal) throw refusal
    },
    async succeeded(username, ip) {
      own.succeeded(username, ip)
      const keys = keysOf(username, ip)
      const now = clock.now()
      await within(async (trx) => {
        await trx.deleteFrom('login_limit').where('key', '=', keys.pair).execute()
        const address = fresh(await held(trx, keys.address, now), now)
        address.recent.pop()
        await keep(trx, keys.address, address, now)
      })
    },
  }
}

/** The row of a key, made where there is none, held until the transaction ends. */
async function held(trx: Trx, key: string, at: number): Promise<Attempts> {
  const row = await trx
    .insertInto('login_limit')
    .values({ key, recent_json: '[]', strikes: 0, locked_until: 0, at })
    .onConflict((on) => on.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const { recent_json, strikes, locked_until } = row
  return { recent: JSON.parse(recent_json) as number[], strikes, lockedUntil: locked_until }
}

const keep = (trx: Trx, key: string, { recent, strikes, lockedUntil }: Attempts, at: number) =>
  trx
    .updateTable('login_limit')
    .set({ recent_json: JSON.stringify(recent), strikes, locked_until: lockedUntil, at })
    .where('key', '=', key)
    .execute()
