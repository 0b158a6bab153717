import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Actor } from '../auth/actor.ts'
import type { Queryable } from '../db/db.ts'
import type { Among, Belongs } from '../db/within.ts'
import type { Fault } from '../fault.ts'
import type { Sheet } from '../file/sheet.ts'
import type { ChangedRow } from '../live/hub.ts'

/** The query that every list takes; all its other fields are filters. */
export interface Asked {
  page: number
  page_size: number
  keyword?: string | undefined
  sort_by?: string | undefined
  sort_dir?: 0 | 1 | undefined
  export?: string | undefined
}

/** What the kit reads of an answered row. */
export interface Listed {
  version: number
  updated_by?: string | null
  enabled?: number
}

/** `table.column` of the tables that a query reads from. */
export type ColumnOf<DB, From extends keyof DB> = {
  [T in From & string]: `${T}.${keyof DB[T] & string}`
}[From & string]

/** The column that equals the value, or a condition. It is built once for all values: `value` is only a placeholder. */
export type Filter<Column extends string, Value> =
  | Column
  | ((
      value: RawBuilder<NonNullable<Value>>,
      at: { now: RawBuilder<number> },
    ) => RawBuilder<SqlBool>)

/** The line of the contract that a list comes from. */
export interface ListCall<Query, Row> extends Pick<Endpoint, 'name' | 'can' | 'live'> {
  readonly input: { readonly _zod: { readonly output: Query } }
  readonly data: { readonly _zod: { readonly output: Page<Row> } }
}

/** How the rows of one table are read. By what a keyword finds them, the table's `Searched` says (platform/search). */
export interface Reading<
  Tables,
  DB,
  From extends keyof DB,
  ShownDB,
  Shown extends keyof ShownDB,
  Found,
  Query,
> {
  table: keyof Tables & From & string
  key: string
  /** The query that is counted, searched and filtered: the table with only the joins that this needs. */
  rows: (q: Queryable<Tables>) => SelectQueryBuilder<DB, From, object>
  /** Adds the joins and columns of the shown rows. */
  shown: (rows: SelectQueryBuilder<DB, From, object>) => SelectQueryBuilder<ShownDB, Shown, Found>
  /** The column that says whose a row is. `open`: everybody who may call the list sees all rows. */
  scope: ColumnOf<DB, From> | Belongs<ColumnOf<DB, From>> | Among | 'open'
  /** The scope of a person in this list, where it differs from their own. */
  sees?: (actor: Actor) => Scope
  filters: {
    [F in Exclude<keyof Query, keyof Asked>]-?: Filter<ColumnOf<DB, From>, Query[F]>
  }
  /** The column that it is ordered by unless the query says another. */
  order: string
  /** The direction of the key among rows with equal values; by default that of the order. */
  ties?: 'asc'
  /** Columns whose rows without a value come last in both directions: SQLite and PostgreSQL differ by default. */
  emptyLast?: readonly string[]
}

/** Everything about the rows of one table that people list and edit. */
export interface Declaration<
  Tables,
  DB,
  From extends keyof DB,
  ShownDB,
  Shown extends keyof ShownDB,
  Found,
  Query,
  Row,
  Key extends string,
  Act extends string,
> extends Reading<Tables, DB, From, ShownDB, Shown, Found, Query> {
  key: Key
  list: ListCall<Query, Row>
  /** The call that saves a row from its form: whoever has that open hears who else has. */
  edit?: Pick<Endpoint, 'name' | 'can'>
  noun: Words
  /** The field that the audit names a row by. */
  called: keyof Row & string
  /** Turns the read records into answered rows. */
  answer: (
    q: Queryable<Tables>,
    actor: Actor,
    found: readonly Found[],
    now: number,
  ) => Row[] | Promise<Row[]>
  /** Whether an act is allowed on a row. Words are answered as 1006 with the row; a fault is answered as it is. */
  can?: (act: Act | 'edit' | 'enable' | 'disable', row: Row, actor: Actor) => true | Words | Fault
  /** The fault where another row has the value, by a column of each unique index. */
  taken?: Readonly<Record<string, (value: string) => Fault>>
  /** Who is told that a row has changed; by default, and where it answers nothing, everybody who may call the list. */
  heardBy?: (row: Row) => ChangedRow['of']
  /** The list as a file. */
  sheet?: Sheet<Row>
}
