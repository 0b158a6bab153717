import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi, type MockInstance } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { searchApi } from '@kaibo/contract/search/search.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'

/* With so many rows that it would show, what a keyword tells apart is found by the index over words, in both databases. */

const isPg = process.env['KAIBO_TEST_DB'] === 'pg'
const PEOPLE = 10_000
const ROOMS = 1_000

let server: TestServer
let admin: Login
let executed: MockInstance<(query: CompiledQuery) => unknown>

const run = async (query: CompiledQuery) =>
  (await server.db.query.executeQuery<Record<string, unknown>>(query)).rows

const counted = (count: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin')
  await sql`
    insert into account (uid, username, nickname, phone, password_hash, area, status, is_gs,
      is_demo, created_at, updated_at, version)
    ${counted(PEOPLE)}
    select 'uid-' || i, 'person' || i, '人员' || i, '', '', '', 0, 0, 0, i, 1, 1 from n`.execute(
    server.db.query,
  )
  await sql`
    insert into live_account (account_id, platform, nickname, platform_uid, platform_room_id, room_url, org_id,
      area, phone, push_key, push_secret_sealed, enabled, is_demo, created_at, updated_at, version)
    ${counted(ROOMS)}
    select 'account-' || i, 'kuaishou', '主播' || i, '', '', '', 'default', '', '', 'key-' || i, '', 1, 0,
      i, 1, 1 from n`.execute(server.db.query)
  await sql`
    insert into room (id, room_code, name, org_id, account_id, pc_id, actor, mode, state,
      state_since, desired_run, stop_mode, is_demo, created_at, updated_at, version)
    ${counted(ROOMS)}
    select 'room-' || i, 'code-' || i, '夜读' || i, 'default', 'account-' || i, 'pc-' || i, '', 1, 'idle', 1, 0,
      'now', 0, 1, 1, 1 from n`.execute(server.db.query)
  await server.platform.search.catchUp(server.db)
  await sql`analyze`.execute(server.db.query)
  executed = vi.spyOn(server.db.query.getExecutor(), 'executeQuery')
})
afterAll(() => server.close())

/** How the database goes about the statements of a call that look for something. */
async function planOf(call: () => Promise<{ code: number }>): Promise<string> {
  executed.mockClear()
  expect(await call()).toMatchObject({ code: 0 })
  const asked = executed.mock.calls
    .map(([query]) => query)
    .filter((query) => query.sql.includes('search_entry'))
  expect(asked).not.toEqual([])
  const plans = asked.map((query) =>
    run({ ...query, sql: `explain ${isPg ? '' : 'query plan '}${query.sql}` }),
  )
  return JSON.stringify(await Promise.all(plans), undefined, 1)
}

test.each([
  ['the search over everything', () => server.call(searchApi.find, { keyword: 'ry7777' }, admin)],
  ['the list of people', () => server.call(accountApi.list, { keyword: 'ry7777' }, admin)],
  ['the list of rooms', () => server.call(roomApi.list, { keyword: 'yedu777' }, admin)],
])('%s finds few among many by the index', async (_what, call) => {
  const plan = await planOf(call)
  expect(plan).toMatch(
    isPg
      ? /Bitmap Index Scan on search_entry_tokens/
      : /SCAN search_token VIRTUAL TABLE INDEX \d+:M/,
  )
  expect(plan).not.toMatch(
    isPg ? /Seq Scan on (search_entry|account|room)\b/ : /SCAN (entry|search_entry|account|room)\b/,
  )
})
