import { afterEach, beforeEach, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAccount, TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'
import type { AuditEntry } from '#platform/http/audit-entry.ts'
import { createAudit, verifyAudit } from './audit.service.ts'

let server: TestServer
beforeEach(async () => {
  server = await bootServer()
})
afterEach(() => server.close())

const entry = (target: string): AuditEntry => ({
  action: 'room.stop',
  actor: { uid: 'u1', username: 'wang' },
  origin: {
    ip: '203.0.113.7',
    user_agent: 'test',
    request_id: 'r1',
    lang: 'zh',
    base_url: 'http://127.0.0.1',
  },
  input: { room_code: target },
  target,
  before: { state: 'living' },
  after: { state: 'stopping' },
  reason: '换人',
})

async function writeFive() {
  const audit = createAudit(server.platform)
  await Promise.all(['1', '2', '3', '4', '5'].map((target) => audit.record(entry(target))))
  return server.db.query.selectFrom('audit').selectAll().orderBy('seq').execute()
}

test('each row follows the one before it', async () => {
  const rows = await writeFive()
  expect(rows.map((row) => row.target)).toEqual(['1', '2', '3', '4', '5'])
  expect(rows.slice(1).map((row) => row.prev_hash)).toEqual(rows.slice(0, 4).map((r) => r.hash))
  expect(rows[0]).toMatchObject({
    at: server.clock.now(),
    before_json: '{"state":"living"}',
    after_json: '{"state":"stopping"}',
    reason: '换人',
  })
  expect(await verifyAudit(server.db)).toEqual({ rows: 5, broken: undefined })
})

test.each(['at', 'uid', 'username', 'action', 'target', 'ip', 'request_id', 'input_json'])(
  'a change of %s is found',
  async (column) => {
    const rows = await writeFive()
    const changed = column === 'at' ? { at: 1 } : { [column]: 'x' }
    await server.db.query
      .updateTable('audit')
      .set(changed)
      .where('seq', '=', rows[2]?.seq ?? 0)
      .execute()
    expect((await verifyAudit(server.db)).broken).toBe(rows[2]?.seq)
  },
)

test('a row that was taken out or rewritten with a hash of its own is found', async () => {
  const rows = await writeFive()
  await server.db.query.deleteFrom('audit').where('target', '=', '2').execute()
  expect((await verifyAudit(server.db)).broken).toBe(rows[2]?.seq)
})

test('two servers that write at once keep one chain', async () => {
  const [here, there] = [createAudit(server.platform), createAudit(server.platform)]
  const targets = Array.from({ length: 10 }, (_, i) => String(i))
  await Promise.all(targets.flatMap((t) => [here.record(entry(t)), there.record(entry(t))]))
  expect(await verifyAudit(server.db)).toEqual({ rows: 20, broken: undefined })
})

test('a login and a logout are in the chain, a refused login is not', async () => {
  await buildAccount(server.app, 'operator', { username: 'wang' })
  const input = { username: 'wang', password: TEST_PASSWORD }
  await server.call(authApi.login, { ...input, password: 'guess' })
  const { data } = await server.call(authApi.login, input)
  await server.call(authApi.logout, {}, { token: data.token, uid: data.user.uid })
  const rows = await server.db.query.selectFrom('audit').selectAll().orderBy('seq').execute()
  expect(rows.map((row) => [row.action, row.username])).toEqual([
    ['auth.login', 'wang'],
    ['auth.logout', 'wang'],
  ])
  expect((await verifyAudit(server.db)).broken).toBeUndefined()
})
