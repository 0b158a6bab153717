// The search over everything among 10,000 accounts and 1,000 rooms: how long its call takes over HTTP, with token, rights and
// scope, beside the bare statement it makes, and how long it takes to enter that many rows, as migration 13 does.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Login, TestServer } from '@kaibo/testkit/boot.ts'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { startApp } from './lists/compare.ts'
import { plan } from './lists/plan.ts'

const ACCOUNTS = 10_000
const ROOMS = 1_000
const CALLS = 1_000
const WARM_CALLS = 1_000
/** Letters of which names are made, so that they differ as names do. */
const LETTERS = '阿狸夜读小棠唱歌雪山直播海棠晚风北斗南星青稞麦浪稻香豆蔻云朵月光晨曦暮色长安洛阳'
const KEYWORDS = {
  'one among 11,000 by its name': '狸夜7777',
  'one by first letters': 'ly7777',
  'some by two characters': '雪山',
  'many by two letters': 'xs',
  'nearly all by one letter': 'b',
  none: '狸狸狸狸',
}

const named = (count: number) => sql`
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)}),
  named as (
    select i, substr(${LETTERS}, 1 + (i * 7) % 40, 1) || substr(${LETTERS}, 1 + (i * 11 + 1) % 40, 1)
      || substr(${LETTERS}, 1 + (i * 13 + 2) % 40, 2) || i as name from n
    where i <> 7777
    union all select 7777, '阿狸夜7777')`

async function fill(server: TestServer): Promise<Login> {
  const { db, search } = server.platform
  await sql`
    ${named(ACCOUNTS)}
    insert into account (uid, username, nickname, phone, password_hash, area, org_id, status, is_gs,
      is_demo, created_at, updated_at, version)
    select printf('bench-%05d', i), printf('bench%05d', i), name, '', '', '', 'default', 0, 0, 0, i, i, 1
    from named`.execute(db.query)
  await sql`
    ${named(ROOMS)}
    insert into live_account (account_id, platform, nickname, platform_uid, platform_room_id, room_url,
      org_id, area, phone, push_key, push_secret_sealed, enabled, is_demo, created_at, updated_at, version)
    select 'held-' || i, 'kuaishou', name || '号', '', '', '', 'default', '', '', 'key-' || i, '', 1, 0, i, i, 1
    from named`.execute(db.query)
  await sql`
    ${named(ROOMS)}
    insert into room (id, room_code, name, org_id, account_id, pc_id, actor, mode, state,
      state_since, desired_run, stop_mode, is_demo, created_at, updated_at, version)
    select 'room-' || i, printf('R%06d', i), name || '间', 'default', 'held-' || i, null, '', 1, 'idle', i, 0,
      'now', 0, i, i, 1
    from named`.execute(db.query)
  const [began, busy] = [performance.now(), process.cpuUsage()]
  await search.catchUp(db)
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(busy)
  console.log(
    `${ACCOUNTS} accounts, ${ROOMS} rooms, ${ROOMS} live accounts entered in ${seconds.toFixed(1)} s,` +
      ` ${((user + system) / 1_000_000).toFixed(1)} s of a processor`,
  )
  await sql`analyze`.execute(db.query)
  return server.login('admin')
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const answered = (url: string, token: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent, headers: { token } }, (answer) => {
      answer.resume().on('end', resolve)
    }).on('error', reject)
  })

const p95 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const urlOf = (keyword: string) => `/admin/v1/x/search/find?keyword=${encodeURIComponent(keyword)}`
const { token, exchanges } = await plan(folder, Object.values(KEYWORDS).map(urlOf), fill)
const { url, child } = await startApp(folder)
const bare = new Database(join(folder, 'kaibo.db'), { readonly: true })
for (const pragma of ['cache_size = -65536', 'mmap_size = 536870912', 'temp_store = memory'])
  bare.pragma(pragma)

for (let n = 0; n < WARM_CALLS; n++) await answered(url + urlOf('bench'), token)
for (const [what, keyword] of Object.entries(KEYWORDS)) {
  const exchange = exchanges.find((one) => one.url === urlOf(keyword))
  const statements = (exchange?.statements ?? []).map(({ sql: text, parameters }) => {
    const statement = bare.prepare(text)
    return () => statement.all(...parameters)
  })
  const times = { call: [] as number[], bare: [] as number[] }
  for (let n = 0; n < CALLS; n++) {
    let began = performance.now()
    await answered(url + urlOf(keyword), token)
    times.call.push(performance.now() - began)
    began = performance.now()
    for (const run of statements) run()
    times.bare.push(performance.now() - began)
  }
  const [call, alone] = [p95(times.call), p95(times.bare)]
  console.log(
    `${what} (${keyword}): p95 ${call.toFixed(2)} ms, bare ${alone.toFixed(2)} ms, ratio ${(call / alone).toFixed(2)}` +
      ` (${statements.length} statement)`,
  )
}
child.kill('SIGTERM')
agent.destroy()
bare.close()
rmSync(folder, { recursive: true })
