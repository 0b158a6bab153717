import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAccount } from '@kaibo/testkit/build/account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { duplicateIn } from './db.ts'
import { within } from './within.ts'

let server: TestServer
let uid: string

beforeAll(async () => {
  server = await bootServer()
  uid = await buildAccount(server.app, 'guild', { org_id: 'one', username: 'lin' })
  await buildAccount(server.app, 'guild', { org_id: 'two', username: 'wang' })
})
afterAll(() => server.close())

const seen = async (...[scope, column]: Parameters<typeof within>) => {
  const rows = server.db.query.selectFrom('account').select('username').orderBy('username')
  return (await rows.where(within(scope, column)).execute()).map((row) => row.username)
}

test('a scope is always a condition: all, of one organisation, one’s own, and none', async () => {
  const belongs = { org: 'account.org_id', own: 'account.uid' }
  expect(await seen({ kind: 'all' }, belongs)).toEqual(['lin', 'wang'])
  expect(await seen({ kind: 'org', org_id: 'two' }, belongs)).toEqual(['wang'])
  expect(await seen({ kind: 'own', uid }, belongs)).toEqual(['lin'])
  expect(await seen({ kind: 'own', uid }, 'account.org_id')).toEqual([])
  expect(await seen({ kind: 'org', org_id: '' }, 'account.org_id')).toEqual([])
})

const failure = async (work: Promise<unknown>) => duplicateIn(await work.catch((e: unknown) => e))

test('a duplicate says of which column it is, on both databases and for an index on an expression', async () => {
  await buildOrg(server.platform, { id: 'named', name: '同名' })
  expect(await failure(buildOrg(server.platform, { name: '同名' }))).toMatch(/\bname\b/)
  const again = buildAccount(server.app, 'guild', { username: 'LIN' })
  expect(await failure(again)).toContain('username')
  expect(
    await failure(sql`select no_such_column from org`.execute(server.db.query)),
  ).toBeUndefined()
})
