import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'

export type Trx = Transaction<Tables>
/** The key up to which a table has been walked. */
export type Place = number | string

export interface Step {
  deleted: number
  /** Where the next step continues; undefined when no old rows are left. */
  next: Place | undefined
}

/** One transaction that deletes some of the rows from before the instant. The first step has no start key. */
export type TakeStep = (
  trx: Trx,
  before: number,
  from: Place | undefined,
  now: number,
) => Promise<Step>

/** Rows per transaction: it takes a few milliseconds, in which nobody else can write on SQLite. */
export const ROWS_A_STEP = 500
