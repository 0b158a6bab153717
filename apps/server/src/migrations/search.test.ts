import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { throwawayDatabase, type ThrowawayDatabase } from '@kaibo/testkit/boot.database.ts'
import type { Db } from '#platform/db/db.ts'
import { openDb } from '#platform/db/open.ts'
import { foundAs } from '#platform/search/places.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

const BEFORE = '0012-both-languages'

let database: ThrowawayDatabase
let db: Db<Tables>

beforeEach(async () => {
  database = await throwawayDatabase({ empty: true })
  db = openDb<Tables>({ url: database.url, file: `${database.dataDir}/kaibo.db` })
  await migrate(db, BEFORE)
})
afterEach(async () => {
  await db.close()
  await database.remove()
})

const addPeople = (count: number) =>
  sql`
    insert into account (uid, username, nickname, phone, password_hash, area, status, is_gs,
      is_demo, created_at, updated_at, version)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select 'uid-' || i, 'person' || i, '人员·' || i, '', '', '', 0, 0, 0, 1, 1, 1 from n`.execute(
    db.query,
  )

const found = async (keyword: string) => {
  const people = db.query.selectFrom('account').select('uid').orderBy('uid')
  const rows = await people.where(foundAs(db.query, 'account', 'uid', keyword)).execute()
  return rows.map(({ uid }) => uid)
}

test('rows from before are found, however many they are', async () => {
  await addPeople(1_234)
  await sql`
    insert into room (id, room_code, name, org_id, account_id, actor, mode, rules_json, state, state_since,
      desired_run, stop_mode, is_demo, deleted_at, created_at, updated_at, version)
    values ('r-1', 'r-1', '夜读', 'o', 'a', '', 1, '[]', 'idle', 1, 0, 'now', 0, null, 1, 1, 1),
      ('r-2', 'r-2', '夜读', 'o', 'a', '', 1, '[]', 'idle', 1, 0, 'now', 0, 1, 1, 1, 1)`.execute(
    db.query,
  )
  expect(await migrate(db)).toContain('0013-search')
  expect(await found('renyuan')).toHaveLength(1_234)
  expect(await found('ry1234')).toEqual(['uid-1234'])
  expect(await found('员777')).toEqual(['uid-777'])
  const rooms = db.query.selectFrom('search_entry').select('key').where('table_name', '=', 'room')
  expect(await rooms.execute()).toEqual([{ key: 'r-1' }])
})

test('a step that failed half-way is run again as a whole', async () => {
  await addPeople(3)
  // What has these names stands in the way of the index, on one database or the other.
  await sql`create table search_token (x text)`.execute(db.query)
  await sql`create index search_entry_tokens on account (username)`.execute(db.query)
  await expect(migrate(db)).rejects.toThrow()
  await sql`drop table search_token`.execute(db.query)
  await sql`drop index search_entry_tokens`.execute(db.query)
  expect(await migrate(db)).toContain('0013-search')
  expect(await found('person2')).toEqual(['uid-2'])
})
