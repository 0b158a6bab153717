import type { Expression } from 'kysely'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Actor } from '../auth/actor.ts'
import type { Queryable } from '../db/db.ts'
import type { Among } from '../db/within.ts'

/** By what the rows of one table are found. */
export interface Source {
  table: string
  key: string
  /** Found by any part of them, and by their sound in Chinese. The first is what the row is called. */
  texts: readonly string[]
  /** Found by their beginning. */
  codes: readonly string[]
  /** Columns that name a row of another searched table: what finds that one finds this one, too. */
  through?: Readonly<Record<string, string | undefined>>
  /** Where this column has a value, the row is no more. */
  gone?: string
}

type ColumnIn<Tables, Table extends keyof Tables> = keyof Tables[Table] & string

/** The same, of columns that the table has. */
interface Columns<Tables, Table extends keyof Tables & string> {
  table: Table
  key: ColumnIn<Tables, Table>
  texts: readonly ColumnIn<Tables, Table>[]
  codes: readonly ColumnIn<Tables, Table>[]
  through?: Readonly<Partial<Record<ColumnIn<Tables, Table>, keyof Tables & string>>>
  gone?: ColumnIn<Tables, Table>
}

/** A row as a search shows it. */
export interface Shown {
  key: string
  /** By what the console opens it: the key, or a code. */
  id: string
  name: string
  /** What tells it from others of its name; empty where nothing does. */
  code: string
  /** Whose it is, or what it is for; empty where nothing is said. */
  note: string
  /** How it is, where its kind is `stated`. */
  state?: string
  /** For the scope; null where it has none. */
  org_id: string | null
  uid: string | null
}

/** A kind of row that the search over everything shows. */
export interface FoundKind<Tables, Kind extends string = string> extends Source {
  kind: Kind
  /** All rows; the search adds the scope. */
  shown: (q: Queryable<Tables>) => Expression<Shown>
  /** `shown` also answers how each row is. */
  stated?: true
  /** Everybody who may look sees all rows. */
  open?: true
  /** Which rows an organisation sees, where several may see one: of `shown.key` or `shown.id`. */
  among?: Among
  /** The scope of a person among these rows, where it differs from their own. */
  sees?: (actor: Actor) => Scope
}

/** How a domain declares one. */
export type Found<Tables, Kind extends string, Table extends keyof Tables & string> = FoundKind<
  Tables,
  Kind
> &
  Columns<Tables, Table>
