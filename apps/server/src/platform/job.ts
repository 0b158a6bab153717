import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Transaction } from 'kysely'

/** A unit of background work that this server holds: no other does it until it is released, or this server has died. */
export interface Lease<Tables> {
  readonly unit: string
  /** When it was taken, by the database's clock, because the servers' clocks differ. */
  readonly taken_at: number
  /** 1 for the first try; more where the one before failed, or its server was killed. */
  readonly tries: number
  /** Aborted when this server is to end: finish what is under way and answer `more`. */
  readonly signal: AbortSignal
  /**
   * `Db.transaction` that also extends the lease. Where another server has taken the unit, throws `LeaseLost` and writes
   * nothing. All writes of the work must go through this.
   */
  transaction<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
}

/** Background work. Any server may do it, each unit on one server at a time. A unit may run twice, so work is idempotent. */
export interface Job<Tables> {
  readonly name: string
  /** What people call it. */
  readonly called: Words
  /** The parts that run and fail independently: a table, an organisation, a day. */
  readonly units: readonly string[]
  /** How long a finished unit waits until its next run. It is looked for as often, and every ten seconds at the least. */
  readonly everyMs: number
  /** `more`: work is left, for whichever server takes it next. A unit that throws waits longer after each try. */
  work(lease: Lease<Tables>): Promise<'done' | 'more'>
}

/** Another server holds the unit now, because this one did not extend its lease in time. */
export class LeaseLost extends Error {}
