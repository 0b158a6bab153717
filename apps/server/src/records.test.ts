import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'

/** What every declaration of `records` gives a domain (platform/records), on organisations. */

let server: TestServer
let admin: Login

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'root' })
})
afterAll(() => server.close())

const add = async (name: string, username: string) =>
  server.call(orgApi.add, { name, username, password: 'three bridges 26', nickname: '会长' }, admin)
const TAKEN = { code: 1006, data: { fields: { name: '公会名称已被使用' } } }

test('of several that want one name at once one gets it, and the others hear why', async () => {
  const answers = await Promise.all(['a1', 'b2', 'c3', 'd4'].map((one) => add('同名公会', one)))
  const refused = answers.filter((answer) => answer.code !== 0)
  expect(refused).toMatchObject([TAKEN, TAKEN, TAKEN])
})

test('of several that are renamed alike at once one is, and the others hear why', async () => {
  const names = ['改名一', '改名二', '改名三']
  const added = await Promise.all(names.map((name, i) => add(name, `rename${i}`)))
  const answers = await Promise.all(
    added.map(({ data: { id, version } }) =>
      server.call(orgApi.edit, { id, version, name: '改成一样', nickname: '会长' }, admin),
    ),
  )
  const refused = answers.filter((answer) => answer.code !== 0)
  expect(refused).toMatchObject([TAKEN, TAKEN])
})

test('a change on an older version answers who has saved since, and the row', async () => {
  const { data: row } = await add('长河公会', 'changhe')
  const change = { id: row.id, version: row.version, name: '长河', nickname: '会长' }
  expect((await server.call(orgApi.edit, change, admin)).code).toBe(0)
  const other = await server.login('admin')
  expect(await server.call(orgApi.edit, change, other)).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/^root刚刚保存过此公会/),
    data: { name: '长河' },
  })
  // In another window, perhaps.
  expect((await server.call(orgApi.edit, change, admin)).msg).toBe(
    '你在别处刚刚保存过此公会，请核对后重新提交',
  )
})

test('disabled twice is answered twice, and written once', async () => {
  const { data: row } = await add('停两次', 'tingliang')
  const off = () => server.call(orgApi.enable, { id: row.id, enabled: 0 }, admin)
  const first = await off()
  expect(first).toMatchObject({ code: 0, data: { enabled: 0, version: row.version + 1 } })
  expect(await off()).toMatchObject({ code: 0, data: { version: row.version + 1 } })
})

test('what was disabled is taken back by version; saved since, it is refused with who saved', async () => {
  const { data: row } = await add('撤得回', 'chede')
  const enable = (enabled: 0 | 1, version?: number) =>
    server.call(orgApi.enable, { id: row.id, enabled, version }, admin)
  const { data: off } = await enable(0)
  expect(await enable(1, off.version)).toMatchObject({ code: 0, data: { enabled: 1 } })

  const { data: again } = await enable(0)
  const edit = { id: row.id, version: again.version, name: '撤不回', nickname: '会长' }
  await server.call(orgApi.edit, edit, await server.login('admin', { username: 'other' }))
  expect(await enable(1, again.version)).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/^other刚刚保存过此公会/),
    data: { enabled: 0, name: '撤不回' },
  })
})

test('of one scope only one shows', async () => {
  const { data: row } = await add('一家', 'yijia')
  const own = await server.login('guild', { org_id: row.id, extra_actions: ['org.look'] })
  const shown = async (query: InputOf<typeof orgApi.list>, as: Login) =>
    (await server.call(orgApi.list, query, as)).data.list.map((one) => one.name)
  expect(await shown({}, own)).toEqual(['一家'])
  expect(await shown({ id: row.id }, own)).toEqual(['一家'])
  const { data: other } = await add('别家', 'biejia')
  expect(await shown({ id: other.id }, admin)).toEqual(['别家'])
  expect(await shown({ id: other.id }, own)).toEqual([])
})
