import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'

/** One table: its columns by kind, its keys, its indexes by name. Names are separated by spaces. */
export interface Table {
  key?: string
  serial?: string
  /** When it was made and last changed, by whom, and the version that an edit was based on. */
  stamped?: true
  text?: string
  maybeText?: string
  int?: string
  maybeInt?: string
  /** Starts at 0. */
  count?: string
  real?: string
  primary?: string
  unique?: Record<string, string>
  index?: Record<string, string>
}

type Define = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
const filled: Define = (column) => column.notNull()
const empty: Define = (column) => column

/** How a column of each kind is stored, in the order in which a table has them. */
const kinds = {
  text: ['text', filled],
  maybeText: ['text', empty],
  int: ['bigint', filled],
  maybeInt: ['bigint', empty],
  count: ['bigint', (column) => column.notNull().defaultTo(0)],
  real: ['double precision', filled],
} as const satisfies Partial<Record<keyof Table, readonly [string, Define]>>

const names = (list = '') => list.split(' ').filter(Boolean)

export async function createTables(
  db: Kysely<unknown>,
  dialect: Dialect,
  tables: Readonly<Record<string, Table>>,
): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    await createTable(db, dialect, name, table)
    for (const [index, columns] of Object.entries(table.unique ?? {})) {
      await db.schema.createIndex(index).on(name).columns(names(columns)).unique().execute()
    }
    for (const [index, columns] of Object.entries(table.index ?? {})) {
      await db.schema.createIndex(index).on(name).columns(names(columns)).execute()
    }
  }
}

/** Adds columns to a table that stands; the rows in it get the default. */
export async function addColumns(
  db: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<string, 'text' | 'maybeText' | 'count' | 'maybeInt'>>,
): Promise<void> {
  for (const [column, kind] of Object.entries(columns)) {
    const [type, define] = kinds[kind]
    await db.schema
      .alterTable(name)
      .addColumn(column, type, (c) => (kind === 'text' ? define(c).defaultTo('') : define(c)))
      .execute()
  }
}

function createTable(db: Kysely<unknown>, dialect: Dialect, name: string, table: Table) {
  let builder = db.schema.createTable(name)
  if (table.key) builder = builder.addColumn(table.key, 'text', (c) => c.primaryKey())
  if (table.serial) {
    builder =
      dialect === 'sqlite'
        ? builder.addColumn(table.serial, 'integer', (c) => c.primaryKey().autoIncrement())
        : builder.addColumn(table.serial, sql`bigint generated always as identity`, (c) =>
            c.primaryKey(),
          )
  }
  if (table.stamped) {
    builder = builder
      .addColumn('created_at', 'bigint', filled)
      .addColumn('updated_at', 'bigint', filled)
      .addColumn('updated_by', 'text')
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
  }
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const [type, define] = kinds[kind]
    for (const column of names(table[kind])) builder = builder.addColumn(column, type, define)
  }
  const primary = names(table.primary)
  if (primary.length > 0) builder = builder.addPrimaryKeyConstraint(`${name}_pk`, primary as never)
  return builder.execute()
}
