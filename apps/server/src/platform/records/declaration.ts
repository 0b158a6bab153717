import type { RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { Page } from '@kaibo/contract/kernel/page.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Actor } from '../auth/actor.ts'
import type { Queryable } from '../db/db.ts'
import type { Belongs } from '../db/within.ts'
import type { Fault } from '../fault.ts'
import type { Sheet } from '../file/sheet.ts'
import type { ChangedRow } from '../live/hub.ts'

/** What every list is asked; all else that it takes is a filter. */
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

/** `table.column` of what a query reads from. */
export type ColumnOf<DB, From extends keyof DB> = {
  [T in From & string]: `${T}.${keyof DB[T] & string}`
}[From & string]

/** The column that has the value, or a condition on it. It is built once for all values: `value` is only its place. */
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

/** How the rows of one table are read. */
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
  /** What is counted, searched and filtered: the table, with no more joins than that takes. */
  rows: (q: Queryable<Tables>) => SelectQueryBuilder<DB, From, object>
  /** And what is shown beside it. */
  shown: (rows: SelectQueryBuilder<DB, From, object>) => SelectQueryBuilder<ShownDB, Shown, Found>
  /** Whose a row is. `open`: whoever may call the list sees them all. */
  scope: ColumnOf<DB, From> | Belongs<ColumnOf<DB, From>> | 'open'
  /** Whose rows a person sees here, where that is not what their scope says. */
  sees?: (actor: Actor) => Scope
  search: readonly ColumnOf<DB, From>[]
  filters: {
    [F in Exclude<keyof Query, keyof Asked>]-?: Filter<ColumnOf<DB, From>, Query[F]>
  }
  /** The column that it is ordered by, the latest first, unless it is asked otherwise. */
  order: string
  /** How rows that are alike in that are ordered; else as they are by that. */
  ties?: 'asc'
  /** Columns whose rows without a value come last either way: left alone, each database has its own opinion. */
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
  noun: Words
  /** The field by which the audit calls a row. */
  called: keyof Row & string
  /** The rows as they are answered. */
  answer: (
    q: Queryable<Tables>,
    actor: Actor,
    found: readonly Found[],
    now: number,
  ) => Row[] | Promise<Row[]>
  /** What may be done to a row. A sentence why not is 1006 with the row; a fault is that. */
  can?: (act: Act | 'edit' | 'enable' | 'disable', row: Row, actor: Actor) => true | Words | Fault
  /** By a column of each unique index: what to say where another row has the value. */
  taken?: Readonly<Record<string, (value: string) => Fault>>
  /** Who hears that a row has changed; left out, everybody who may call the list. */
  heardBy?: (row: Row) => NonNullable<ChangedRow['of']>
  /** The list as a file. */
  sheet?: Sheet<Row>
}
