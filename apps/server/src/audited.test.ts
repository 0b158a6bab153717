import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@kaibo/contract/registry.ts'
import { rightsOf } from '@kaibo/contract/kernel/endpoint.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import type { OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildForeign, scenario, samples } from './rights.samples.ts'

/** Keeps what calls owe: each debt is struck out again before its call answers. */
const KEEP_DEBTS = {
  sqlite: [
    'create table debt (id integer primary key, entry_json text)',
    'create trigger debt after insert on audit_pending begin insert into debt (entry_json) values (new.entry_json); end',
  ],
  pg: [
    'create table debt (id serial, entry_json text)',
    `create function debt() returns trigger language plpgsql as
      $$ begin insert into debt (entry_json) values (new.entry_json); return new; end $$`,
    'create trigger debt after insert on audit_pending for each row execute function debt()',
  ],
}

let server: TestServer
let url: string
let foreign: OnAir
beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  foreign = (await buildForeign(server)).foreign
  for (const text of KEEP_DEBTS[server.db.dialect])
    await server.db.query.executeQuery(CompiledQuery.raw(text))
})
afterAll(() => server.close())

const debts = async () => {
  const query = CompiledQuery.raw('select entry_json from debt order by id')
  const { rows } = await server.db.query.executeQuery<{ entry_json: string }>(query)
  return rows.map((row) => (JSON.parse(row.entry_json) as { action: string }).action)
}

const rowsOf = async (uid: string) => {
  const rows = server.db.query.selectFrom('audit').select('action').where('uid', '=', uid)
  return (await rows.execute()).map((row) => row.action)
}

const writes = endpoints.filter(({ audit, can }) => audit && can !== 'public')

describe.each(writes)('$name', (endpoint) => {
  test('leaves one row, and owes it from the moment of the write', async () => {
    const here = await scenario(server, url, foreign)
    const { name } = endpoint
    const extra_actions = rightsOf(endpoint)
    const login = await server.login(samples[endpoint.name]?.as ?? 'guild', {
      org_id: here.org_id,
      extra_actions,
    })
    const sample = samples[endpoint.name]
    const input = await sample?.input(here)
    const before = await debts()
    const { code } = await server.call(endpoint, input as never, login)
    expect(code).toBe(sample?.code ?? 0)
    if (code !== 0) return
    expect(await rowsOf(login.uid)).toEqual([name])
    expect((await debts()).slice(before.length)).toContain(name)
  })
})
