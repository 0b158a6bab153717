import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditApi } from '@kaibo/contract/audit/audit.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'

let server: TestServer
let first: Login
let second: Login

beforeAll(async () => {
  server = await bootServer()
  const look = { extra_actions: ['audit.look'] }
  first = await server.login('guild', { org_id: 'guild-1', ...look })
  second = await server.login('guild', { org_id: 'guild-2', ...look })
})
afterAll(() => server.close())

const rename = (nickname: string, as: Login) => server.call(authApi.editSelf, { nickname }, as)
const seenBy = async (as: Login, { uid }: Login) =>
  (await server.call(auditApi.list, { uid }, as)).data.total

test('what somebody did for an organisation stays with it when they go to another', async () => {
  const person = await server.login('guild', { org_id: 'guild-1' })
  await rename('在第一家', person)
  await server.db.query
    .updateTable('account')
    .set({ org_id: 'guild-2' })
    .where('uid', '=', person.uid)
    .execute()
  server.clock.advance(2_000)
  expect(await seenBy(first, person)).toBe(1)
  expect(await seenBy(second, person)).toBe(0)
  await rename('在第二家', person)
  expect(await seenBy(first, person)).toBe(1)
  expect(await seenBy(second, person)).toBe(1)
})

test('whoever sees everything acts for no organisation, though they are of one', async () => {
  const operator = await server.login('operator', { org_id: 'guild-1' })
  await rename('管所有公会的', operator)
  expect(await seenBy(first, operator)).toBe(0)
  const admin = await server.login('admin')
  expect(await seenBy(admin, operator)).toBe(1)
})

test('rows from before go by where the person is', async () => {
  const person = await server.login('guild', { org_id: 'guild-1' })
  await rename('从前', person)
  await server.db.query
    .updateTable('audit')
    .set({ org_id: null })
    .where('uid', '=', person.uid)
    .execute()
  expect(await seenBy(first, person)).toBe(1)
  expect(await seenBy(second, person)).toBe(0)
})
