import type { Compilable, Kysely, Transaction } from 'kysely'
import type { Patience, ReportLoad } from './report.ts'

export type Dialect = 'sqlite' | 'pg'

/** What a store's query runs on: the database itself or an open transaction. */
export type Queryable<Tables> = Kysely<Tables> | Transaction<Tables>

export interface NewRows {
  table: string
  columns: readonly { name: string; type: 'text' | 'bigint' | 'double precision' }[]
  /** One array a row, in the order of `columns`. */
  rows: readonly (readonly (string | number | null)[])[]
  /** The unique key by which a row is known already. */
  unique: readonly string[]
  /** Whether the database numbers the rows in a column `id`; else the answer is 0 for each new row. */
  numbered: boolean
}

export interface PoolLoad {
  open: number
  idle: number
  waiting: number
}

/**
 * The database behind one interface: SQLite by default, PostgreSQL by `DATABASE_URL`. JSON is text, booleans are 0/1,
 * instants and fen are 64-bit integers read as numbers.
 */
export interface Db<Tables> {
  readonly dialect: Dialect
  readonly query: Kysely<Tables>
  /**
   * All or nothing, with what `endTransactionsWith` and `afterCommit` add. Inside, use only `trx`: on SQLite the outer
   * connection waits for it. `work` may run more than once, where PostgreSQL has undone it to end a deadlock.
   */
  transaction<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Calls the listener at each transaction that fails because the database's disk is full. */
  onFull(listener: () => void): void
  /** Appends many rows with one prepared statement; answers the `id` of each, `undefined` of one that was known. */
  insertNew(trx: Transaction<Tables>, batch: NewRows): Promise<(number | undefined)[]>
  /** For work of several transactions that only one server may do at a time: others wait until it is done or has died. */
  alone<Result>(what: string, work: () => Promise<Result>): Promise<Result>
  /**
   * A query that may read many rows. It runs beside everything else, with a time limit, a few of them at once, and only as
   * long as somebody waits for it.
   */
  report<Row>(query: Compilable<Row>, patience?: Patience): Promise<Row[]>
  reportLoad(): ReportLoad
  /** Answers within a second or throws: for `/readyz`. */
  ping(): Promise<void>
  /** Whether the database has not answered for some seconds: who can, does without it. */
  readonly isAway: boolean
  /** The listener is called when it is back. */
  onBack(listener: () => void): void
  /** Connections that are open, that rest, and how many statements wait for one. */
  poolLoad(): PoolLoad
  /** For what may take long, before the server serves: without the time limits of other statements. */
  patiently<Result>(work: (query: Kysely<Tables>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Whether a statement failed because a unique index has the value already. On PostgreSQL its transaction is lost with it. */
const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DUPLICATE.has(error.code)

/**
 * The columns of the unique index that a statement violated, as a text that contains their names; undefined where it failed
 * for another reason.
 */
export function duplicateIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || !isDuplicate(error)) return undefined
  // PostgreSQL: `Key (platform, platform_uid)=(huya, u-8) already exists.` SQLite's message names the columns, or the index.
  const detail = 'detail' in error ? /\((.+?)\)=\(/.exec(String(error.detail))?.[1] : undefined
  return detail ?? error.message
}

/** Whether a statement waited in vain for another program that writes to the SQLite file. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

const DUPLICATE = new Set<unknown>(['SQLITE_CONSTRAINT_UNIQUE', '23505'])
