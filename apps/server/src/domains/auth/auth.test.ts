import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAccount, TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

test('a person logs in, sees who they are, and logs out', async () => {
  await buildAccount(server.app, 'operator', { username: 'wang' })
  const { code, data } = await server.call(authApi.login, {
    username: 'wang',
    password: TEST_PASSWORD,
  })
  expect(code).toBe(0)
  const as = { token: data.token, uid: data.user.uid }
  const info = await server.call(authApi.info, {}, as)
  expect(info.data.user.username).toBe('wang')
  expect(info.data.groups.map((group) => group.name)).toEqual(['运营'])
  const menus = await server.call(authApi.menus, {}, as)
  expect(menus.data.list[0]?.children[0]?.path).toBe('/digital/actor')
  expect((await server.call(authApi.logout, {}, as)).code).toBe(0)
  expect((await server.call(authApi.info, {}, as)).code).toBe(1002)
})
