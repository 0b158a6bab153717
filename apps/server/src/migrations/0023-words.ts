import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  word_profile: {
    text: 'scope scope_id',
    int: 'version updated_at',
    maybeText: 'updated_by',
    primary: 'scope scope_id',
  },
  word: {
    text: 'scope scope_id folded word level tag replaced',
    int: 'is_allowed sound updated_at',
    primary: 'scope scope_id is_allowed folded',
  },
}

/** Lists of forbidden words, and the pack of them by which a room is screened. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  // Always there: whoever changes what rooms are screened by holds it
  await sql`
    insert into word_profile (scope, scope_id, version, updated_at)
    values ('global', '', 0, 0)`.execute(db)
  await addColumns(db, 'room', { words_hash: 'maybeText' })
}
