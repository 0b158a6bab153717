import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  run_giver: {
    text: 'run_id open_id nickname',
    count: 'fen count',
    primary: 'run_id open_id',
    index: { run_giver_top: 'run_id fen open_id' },
  },
}

/** What each viewer gave in a run, for who gave most; and the messages of a room without what else happened in it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await sql`
    insert into run_giver (run_id, open_id, nickname, fen, count)
    select run_id, open_id, max(nickname), sum(fen), sum(count) from gift_event
    where run_id is not null and fen > 0 and is_ai = 0 and is_test = 0
    group by run_id, open_id`.execute(db)
  await sql`
    create index room_event_danmu on room_event (room_id, at) where kind = 'danmu'`.execute(db)
}
