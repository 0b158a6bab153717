import { CompiledQuery, type Compilable } from 'kysely'
import { afterAll, beforeAll, expect, test, vi, type MockInstance } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { dayStart } from '@kaibo/contract/kernel/day.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'

/* Each list finds its rows by an index: with enough rows that the database would otherwise read them all. */

const isPg = process.env['KAIBO_TEST_DB'] === 'pg'
const ROWS = 20_000
const DAY = '2026-03-01'

let server: TestServer
let admin: Login
let air: Awaited<ReturnType<typeof buildOnAir>>
/** What is asked of the database. */
let executed: MockInstance<(query: CompiledQuery) => unknown>
let reported: MockInstance<(query: Compilable) => unknown>

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin')
  air = await buildOnAir(server.platform)
  await fill()
  executed = vi.spyOn(server.db.query.getExecutor(), 'executeQuery')
  reported = vi.spyOn(server.db, 'report')
})
afterAll(() => server.close())

const run = async (text: string, parameters: readonly unknown[] = []) =>
  (await server.db.query.executeQuery<object>(CompiledQuery.raw(text, [...parameters]))).rows

async function fill(): Promise<void> {
  const { room, account, run: own } = air
  const insert = (table: string, values: Record<string, string>) =>
    run(`
      insert into ${table} (${Object.keys(values).join(', ')})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
      select ${Object.values(values).join(', ')} from n`)
  const number = 'cast(i as text)'
  const roomIs = `case when i % 20 = 0 then '${room.id}' else 'another' end`
  await insert('trigger_log', {
    key: number,
    room_id: roomIs,
    run_id: `case when i between 9000 and 9400 then '${own.run_id}' else 'run-' || ${number} end`,
    at: 'i',
    event_id: number,
    event_key: `case when i % 500 = 0 then 'guard.buy' else 'gift' end`,
    set_id: `case when i % 500 = 0 then 'seldom' else 'often' end`,
    node_id: `case when i % 500 = 0 then 'seldom' else 'often' end`,
    open_id: `case when i % 500 = 0 then 'seldom' else cast(i as text) end`,
    node_name: `''`,
    outcome: `case when i % 500 = 0 then 'MUTEX' else 'COND' end`,
  })
  await insert('room_event', {
    org_id: `'${room.org_id}'`,
    source: `'test'`,
    event_id: number,
    kind: `case when i % 500 = 0 then 'danmu' else 'enter' end`,
    room_id: `'${room.id}'`,
    open_id: `'u'`,
    nickname: `''`,
    count: '1',
    is_ai: '0',
    is_test: '0',
    at: 'i',
    received_at: 'i',
  })
  await insert('room_moment', {
    key: number,
    room_id: roomIs,
    kind: `case when i % 500 = 0 then 'command' else 'log' end`,
    tag: `''`,
    text: `''`,
    at: 'i',
  })
  await insert('run_giver', {
    run_id: `case when i % 20 = 0 then '${own.run_id}' else 'another' end`,
    open_id: number,
    nickname: `''`,
    fen: 'i',
    count: '1',
  })
  await insert('run', {
    run_id: `'run-' || ${number}`,
    room_id: `'another'`,
    room_code: `case when i % 500 = 0 then '${room.room_code}' else ${number} end`,
    room_name: `''`,
    account_id: `'${account.account_id}'`,
    org_id: `'${room.org_id}'`,
    mode: '0',
    day: `'2026-01-01'`,
    started_at: 'i',
    is_demo: '0',
  })
  const { account_id } = account
  await insert('gift_event', {
    source: `'test'`,
    event_id: number,
    kind: `'gift'`,
    room_id: `'${room.id}'`,
    room_code: `'${room.room_code}'`,
    run_id: `case when i % 500 = 0 then null else '${own.run_id}' end`,
    account_id: `'${account_id}'`,
    org_id: `'${room.org_id}'`,
    open_id: `''`,
    nickname: `''`,
    gift_id: `''`,
    gift_name: `''`,
    raw_unit: `''`,
    raw_value: '0',
    count: '1',
    fen: '1',
    is_ai: '0',
    is_test: '0',
    at: `i + ${dayStart(DAY)}`,
    received_at: '0',
  })
  await run(`
    insert into income_part (day, room_id, run_id, account_id, org_id, event_count)
    values ('${DAY}', '${room.id}', '', '${account_id}', '${room.org_id}', ${ROWS / 500})`)
  await insert('audit', {
    seq: `i + 1000`,
    at: 'i',
    uid: `'u'`,
    username: `'u'`,
    action: `'room.update'`,
    target: number,
    target_id: `case when i % 500 = 0 then '${room.room_code}' else ${number} end`,
    ip: `''`,
    request_id: `''`,
    input_json: `'{}'`,
    prev_hash: number,
    hash: number,
  })
  await insert('account_group_member', { uid: number, group_id: `'operator'` })
  await run('analyze')
}

/** How the database goes about what a call asks it for, of those statements that are about the table. */
async function planOf(table: string, call: () => Promise<{ code: number }>): Promise<string> {
  executed.mockClear()
  reported.mockClear()
  expect(await call()).toMatchObject({ code: 0 })
  const asked = [
    ...executed.mock.calls.map(([query]) => query),
    ...reported.mock.calls.map(([query]) => query.compile()),
  ]
  const pages = asked.filter(({ sql }) => sql.includes(`from "${table}"`))
  expect(pages).not.toEqual([])
  const plans = pages.map(({ sql, parameters }) =>
    run(`explain ${isPg ? '' : 'query plan '}${sql}`, parameters),
  )
  return JSON.stringify(await Promise.all(plans))
}

const logs = (more: object) => () =>
  server.call(roomApi.triggerLogs, { room_code: air.room.room_code, ...more }, admin)

test.each([
  ['all decisions of a room', 'trigger_log', 'trigger_log_room', logs({})],
  ['those of an outcome', 'trigger_log', 'trigger_log_room_outcome', logs({ outcome: 'MUTEX' })],
  ['those of a run', 'trigger_log', 'trigger_log_run', () => logs({ run_id: air.run.run_id })()],
  [
    'those of a run and an outcome',
    'trigger_log',
    'trigger_log_run_outcome',
    () => logs({ run_id: air.run.run_id, outcome: 'MUTEX' })(),
  ],
  ['those of a set', 'trigger_log', 'trigger_log_room_set', logs({ set_id: 'seldom' })],
  ['those of a rule', 'trigger_log', 'trigger_log_room_node', logs({ node_id: 'seldom' })],
  [
    'those about an event',
    'trigger_log',
    'trigger_log_room_event',
    logs({ event_key: 'guard.buy' }),
  ],
  ['those about a viewer', 'trigger_log', 'trigger_log_room_user', logs({ user: 'seldom' })],
  ['those of a time', 'trigger_log', 'trigger_log_room', logs({ from_at: 900, to_at: 1_000 })],
  [
    'moments of a kind',
    'room_moment',
    'room_moment_kind',
    () =>
      server.call(roomApi.consoleLogs, { room_code: air.room.room_code, kind: 'command' }, admin),
  ],
  [
    'what the system did in a room',
    'room_moment',
    'room_moment_kind',
    () =>
      server.call(roomApi.consoleLogs, { room_code: air.room.room_code, kind: 'system' }, admin),
  ],
  [
    'messages of a room among all else',
    'room_event',
    'room_event_danmu',
    () => server.call(roomApi.consoleLogs, { room_code: air.room.room_code, kind: 'danmu' }, admin),
  ],
  [
    'who gave most in a run',
    'run_giver',
    'run_giver_top',
    () => server.call(roomApi.givers, { room_code: air.room.room_code }, admin),
  ],
  [
    'runs of a room',
    'run',
    'run_code',
    () => server.call(incomeApi.live, { room_code: air.room.room_code }, admin),
  ],
  [
    'gifts outside runs',
    'gift_event',
    'gift_event_run',
    () => server.call(incomeApi.giftEvents, { outside_id: 'outside-1' }, admin),
  ],
  [
    'writes of a record',
    'audit',
    'audit_target_id',
    () => server.call(historyApi.list, { kind: 'room', id: air.room.room_code }, admin),
  ],
  [
    'who is in the group of administrators',
    'account_group',
    'account_group_member_group',
    () => server.call(accountApi.list, {}, admin),
  ],
])('%s are found by an index', async (_what, table, index, call) => {
  const plan = await planOf(table, call)
  expect(plan).toMatch(new RegExp(`\\b${index}\\b`))
  // SQLite says SCAN of a table that it reads from end to end, PostgreSQL Seq Scan.
  expect(plan).not.toMatch(
    isPg
      ? /Seq Scan on (trigger_log|room_moment|room_event|run_giver|run|gift_event|audit|account_group_member)\b/
      : /SCAN (trigger_log|room_moment|room_event|run_giver|run|gift_event|audit|member)\b/,
  )
})
