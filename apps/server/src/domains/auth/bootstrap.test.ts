import { afterEach, beforeEach, expect, test } from 'vitest'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { rights } from '@kaibo/contract/facts/rights.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { ensureAdmin, ensureGroups } from './bootstrap.ts'

let server: TestServer
beforeEach(async () => {
  server = await bootServer()
})
afterEach(() => server.close())

const admin = (chosen?: string) => ensureAdmin(server.platform, server.app.passwords, chosen)

test('of two servers that start at once one makes the administrator', async () => {
  const made = await Promise.all([admin(), admin(), admin(), admin()])
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await admin()).toBeUndefined()
  const accounts = await server.db.query.selectFrom('account').selectAll().execute()
  expect(accounts.map((account) => account.username)).toEqual(['admin'])
  const generated = made.find(Boolean)?.generated ?? ''
  expect(generated.length).toBeGreaterThanOrEqual(16)
  expect(JSON.stringify(accounts)).not.toContain(generated)
})

test('a chosen password is not told again', async () => {
  expect(await admin('chosen-by-me')).toEqual({ username: 'admin', generated: undefined })
})

test('a new version of the program gives the built-in groups its new actions', async () => {
  const actionsOf = async (id: string) => {
    const group = server.db.query.selectFrom('account_group').selectAll().where('id', '=', id)
    return JSON.parse((await group.executeTakeFirstOrThrow()).actions_json) as string[]
  }
  expect(await actionsOf('admin')).toEqual(rights)
  await ensureGroups(server.platform, [...rights, 'fans.look'])
  expect(await actionsOf('admin')).toContain('fans.look')
  expect(await actionsOf('guild')).not.toContain('fans.look')
})

test('what people made of a built-in group stays over a restart; the administrators hold all', async () => {
  const root = await server.login('admin')
  const groups = async () => (await server.call(groupApi.list, { page_size: 100 }, root)).data.list
  const finance = (await groups()).find((group) => group.id === 'finance')
  const change = { id: 'finance', version: finance?.version, name: '财务部', scope: 'all' as const }
  await server.call(groupApi.save, { ...change, menus: [], actions: [] }, root)
  await ensureGroups(server.platform, rights)
  const after = await groups()
  expect(after.find((group) => group.id === 'finance')).toMatchObject({
    name: '财务部',
    actions: [],
  })
  expect(after.find((group) => group.id === 'admin')?.actions).toEqual([...rights].sort())
})
