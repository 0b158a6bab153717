import { get } from 'node:http'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'

let server: TestServer
let finance: Login
let url: string
beforeEach(async () => {
  server = await bootServer()
  finance = await server.login('finance')
  await buildOnAir(server.platform)
  url = await server.listen()
  await neverRead('run')
})
afterEach(() => server.close())

const isPg = process.env['KAIBO_TEST_DB'] === 'pg'

/** In the place of the table stands a view that no query comes to the end of. */
async function neverRead(table: 'run'): Promise<void> {
  const hidden = sql.table(`${table}_hidden`)
  await sql`alter table ${sql.table(table)} rename to ${hidden}`.execute(server.db.query)
  const endless = isPg
    ? sql`(select count(*) from (select pg_sleep(6000)) as nap)`
    : sql`(with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n)`
  await sql`create view ${sql.table(table)} as
    select * from ${hidden} where ${endless} > 0`.execute(server.db.query)
}

/** Asks through a socket of its own, and can hang up. `fetch` would connect again. */
function asking(path: string) {
  const request = get(`${url}${path}`, { agent: false, headers: { token: finance.token } })
  request.on('error', () => {})
  return { hangUp: () => request.destroy() }
}
const lanesTaken = () => expect.poll(() => server.db.reportLoad().waiting).toBeGreaterThan(0)
const days = () =>
  server.call(incomeApi.days, { day_from: '2026-03-01', day_to: '2026-03-01' }, finance)

test('lists that take for ever take every lane; other calls answer, and who hangs up makes room', async () => {
  const endless = Array.from({ length: 4 }, () => asking(incomeApi.live.path))
  await lanesTaken()
  const waits = days()
  expect((await server.call(authApi.menus, {}, finance)).code).toBe(0)
  for (const { hangUp } of endless) hangUp()
  expect(await waits).toMatchObject({ code: 0, data: { list: [{ gift_fen: 0 }] } })
})

test('a file that nobody waits for any more is not read on', async () => {
  const endless = Array.from({ length: 6 }, () => asking(`${incomeApi.live.path}?export=xlsx`))
  await lanesTaken()
  const waits = days()
  for (const { hangUp } of endless) hangUp()
  expect(await waits).toMatchObject({ code: 0 })
})
