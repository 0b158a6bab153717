import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { enterMissing } from '#platform/search/entries.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  asset_use: {
    text: 'asset_id user_kind user_id part',
    primary: 'asset_id user_kind user_id part',
    index: { asset_use_user: 'user_kind user_id' },
  },
}

/** What uses assets, and what is known of their files; large files come in parts. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await addColumns(db, 'asset', {
    deleted_at: 'maybeInt',
    created_by: 'maybeText',
    client_key: 'maybeText',
  })
  await db.schema
    .createIndex('asset_key')
    .on('asset')
    .columns(['created_by', 'client_key'])
    .unique()
    .execute()
  await addColumns(db, 'upload', {
    sha256: 'maybeText',
    ms: 'maybeInt',
    part_bytes: 'maybeInt',
    mark: 'maybeText',
  })
  await db.schema.createIndex('upload_used_by').on('upload').column('used_by').execute()
  await createTables(db, dialect, tables)
  await enterMissing(db, SEARCHED)
}

/** By what assets are found, as it was when this step was written. */
const SEARCHED = {
  table: 'asset',
  key: 'asset_id',
  texts: ['name', 'tags_json'],
  codes: ['asset_id'],
  gone: 'deleted_at',
} as const
