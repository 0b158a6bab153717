import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { enterMissing } from '#platform/search/entries.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  search_entry: {
    serial: 'id',
    text: 'table_name key parts starts',
    unique: { search_entry_row: 'table_name key' },
  },
}

/** By what the rows that stand are found, as it was when this step was written. */
const SEARCHED = [
  { table: 'room', key: 'id', texts: ['name'], codes: ['room_code', 'id'], gone: 'deleted_at' },
  {
    table: 'live_account',
    key: 'account_id',
    texts: ['nickname', 'platform_uid', 'platform_room_id'],
    codes: ['account_id'],
  },
  { table: 'pc', key: 'id', texts: ['name'], codes: ['id'] },
  { table: 'org', key: 'id', texts: ['name', 'contact'], codes: ['id'] },
  { table: 'account', key: 'uid', texts: ['nickname', 'username', 'phone'], codes: ['uid'] },
  { table: 'account_group', key: 'id', texts: ['name'], codes: ['id'] },
  {
    table: 'back_account',
    key: 'id',
    texts: ['name', 'holder', 'account_no_end'],
    codes: ['id'],
  },
] as const

/** A word of an entry is what stands between two spaces; beside letters and digits a `_` belongs to it (entry.ts). */
const ON_SQLITE = [
  sql`alter table search_entry add column tokens text not null default ''`,
  sql`create virtual table search_token using fts5(
    tokens, content='search_entry', content_rowid='id', detail=none, tokenize="ascii tokenchars '_'")`,
  sql`create trigger search_entry_added after insert on search_entry begin
    insert into search_token (rowid, tokens) values (new.id, new.tokens);
  end`,
  sql`create trigger search_entry_removed after delete on search_entry begin
    insert into search_token (search_token, rowid, tokens) values ('delete', old.id, old.tokens);
  end`,
  sql`create trigger search_entry_changed after update on search_entry begin
    insert into search_token (search_token, rowid, tokens) values ('delete', old.id, old.tokens);
    insert into search_token (rowid, tokens) values (new.id, new.tokens);
  end`,
]

const ON_POSTGRES = [
  sql`alter table search_entry add column tokens tsvector not null default ''`,
  sql`create index search_entry_tokens on search_entry using gin (tokens) with (fastupdate = off)`,
]

/** By what rows are found, and the index that leads to it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  for (const step of dialect === 'sqlite' ? ON_SQLITE : ON_POSTGRES) await step.execute(db)
  // Organisations are found by whoever runs them, too.
  await db.schema.createIndex('org_owner').on('org').column('owner_uid').execute()
  for (const searched of SEARCHED) await enterMissing(db, searched)
}
