import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  word_day: {
    text: 'word day room_id side',
    int: 'n',
    primary: 'word day room_id side',
    index: { word_day_day: 'day' },
  },
}

/** How often forbidden words were found. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> =>
  createTables(db, dialect, tables)
