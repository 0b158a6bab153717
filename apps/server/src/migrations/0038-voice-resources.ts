import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  voice_resource: {
    key: 'resource_id',
    stamped: true,
    text: 'name kind upload_id sha256',
    int: 'revision bytes is_demo',
    unique: { voice_resource_name: 'kind name' },
  },
  voice_publish: {
    text: 'resource_id server_id state',
    maybeText: 'error',
    int: 'revision wanted at position',
    primary: 'resource_id server_id',
    index: { voice_publish_state: 'state at' },
  },
}

/** What is brought to voice servers, and how far it is on its way to each. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> =>
  createTables(db, dialect, tables)
