import type { Transaction } from 'kysely'

/** A unit of background work that this server holds: no other does it until it is given back, or this server is gone. */
export interface Lease<Tables> {
  readonly unit: string
  /** When it was taken, by the clock of the database: those of the servers differ. */
  readonly taken_at: number
  /** 1 for the first try; more where the one before failed, or its server was killed. */
  readonly tries: number
  /** Aborted when this server is to end: finish what is under way and answer `more`. */
  readonly signal: AbortSignal
  /**
   * `Db.transaction`, and holds the unit for another while. Where another server has taken it, throws `LeaseLost` and has
   * written nothing. Whatever the work writes, it writes in here.
   */
  transaction<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
}

/** Background work. Any server does it, each unit one server at a time; what was done may be done again. */
export interface Job<Tables> {
  readonly name: string
  /** What is done and fails apart from the rest: a table, an organisation, a day. */
  readonly units: readonly string[]
  /** How long a unit rests when it is done. */
  readonly everyMs: number
  /** `more`: there is some left, for whichever server comes next. A unit that throws rests longer with each try. */
  work(lease: Lease<Tables>): Promise<'done' | 'more'>
}

/** Another server holds it now: this one was away for too long. */
export class LeaseLost extends Error {}
