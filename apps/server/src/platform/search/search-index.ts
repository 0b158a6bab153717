import type { RawBuilder, SqlBool } from 'kysely'
import type { Db, Queryable } from '../db/db.ts'
import { enter, enterMissing } from './entries.ts'
import { isAmong, placesOf } from './places.ts'
import type { Source } from './searched.ts'
import type { Sought } from './sought.ts'

/** By what rows are found: written with the rows, and asked by lists and by the search over everything. */
export interface SearchIndex<Tables> {
  /** To be called in the transaction that has written or removed rows of the table: enters by what they are found. */
  keep(q: Queryable<Tables>, table: keyof Tables & string, keys: readonly string[]): Promise<void>
  /** Whether a change of this column is to be kept. */
  reads(table: keyof Tables & string, column: string): boolean
  /** True of a row of the table, whose key is in the column, that is found. */
  found(
    q: Queryable<Tables>,
    table: keyof Tables & string,
    column: string,
    sought: Sought,
  ): RawBuilder<SqlBool>
  /** Enters rows that have no entry: of an older program that ran beside this one. */
  catchUp(db: Db<Tables>): Promise<void>
}

export function createSearchIndex<Tables>(all: readonly Source[]): SearchIndex<Tables> {
  const byTable = new Map(all.map((one) => [one.table, one]))
  const of = (table: string) => {
    const searched = byTable.get(table)
    if (!searched) throw new Error(`${table} is not declared as searched`)
    return searched
  }
  return {
    keep: (q, table, keys) => enter(q, of(table), keys),
    reads: (table, column) => {
      const { texts, codes } = of(table)
      return [...texts, ...codes].some((one) => one === column)
    },
    found: (q, table, column, sought) => isAmong(column, placesOf(q, of(table), sought)),
    async catchUp(db) {
      for (const searched of all) await db.transaction((trx) => enterMissing(trx, searched))
    },
  }
}
