import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { auditApi } from '@kaibo/contract/audit/audit.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'

let server: TestServer
let admin: Login
beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'boss' })
})
afterAll(() => server.close())

const rows = async (target: string) => {
  const { data } = await server.call(auditApi.list, { target }, admin)
  return data.list.map(({ action, target, target_id }) => [action, target, target_id])
}

test('a room keeps in each row the name that it had, and is found by its code under all of them', async () => {
  const { account_id } = await buildLiveAccount(server.platform, {})
  const made = await server.call(roomApi.create, { name: '夜谈', account_id }, admin)
  const { room_code, version } = made.data
  await server.call(roomApi.update, { room_code, version, name: '早间', account_id }, admin)
  await server.call(roomApi.delete, { room_code }, admin)
  expect(await rows(room_code)).toEqual([
    ['room.delete', '早间', room_code],
    ['room.update', '早间', room_code],
    ['room.create', '夜谈', room_code],
  ])
})

test('live accounts, PCs and people are named', async () => {
  const given = { platform: 'other', nickname: '夜班账号' } as const
  const { account } = (await server.call(liveAccountApi.add, given, admin)).data
  expect(await rows(account.account_id)).toEqual([
    ['live-account.add', '夜班账号', account.account_id],
  ])
  await server.call(monitorApi.editPublicAddress, { address: 'https://kaibo.test' }, admin)
  const pc = (await server.call(monitorApi.enrolCode, { name: '一号机' }, admin)).data
  expect(await rows(pc.pc_id)).toEqual([['monitor.enrolCode', '一号机', pc.pc_id]])
  const person = { username: 'wang', nickname: '小王', password: 'river-stone-42' }
  const { uid } = (await server.call(accountApi.add, { ...person, group_ids: ['operator'] }, admin))
    .data
  await server.call(accountApi.reset, { uid }, admin)
  expect(await rows(uid)).toEqual([
    ['account.reset', 'wang', uid],
    ['account.add', 'wang', uid],
  ])
})

test('what a room is bound to shows by its name', async () => {
  const [one, two] = await Promise.all(
    ['旧机', '新机'].map((name) => buildPc(server.platform, { name })),
  )
  const { account_id } = await buildLiveAccount(server.platform, {})
  const draft = { name: '换机', account_id }
  const made = await server.call(roomApi.create, { ...draft, pc_id: one?.id ?? null }, admin)
  const { room_code, version } = made.data
  await server.call(roomApi.update, { ...draft, room_code, version, pc_id: two?.id ?? null }, admin)
  const { data } = await server.call(auditApi.list, { action: 'room.update', page_size: 1 }, admin)
  expect(data.list[0]?.changes).toMatchObject([
    { field: 'pc', label: 'PC客户端', before: '旧机', after: '新机' },
  ])
})

test('a login repeats neither who logged in nor that there was a password', async () => {
  const username = 'shift'
  const password = 'river-stone-42'
  const person = { username, nickname: '夜班', password, group_ids: ['operator'] }
  const { uid } = (await server.call(accountApi.add, person, admin)).data
  await server.call(authApi.login, { username, password })
  const { data } = await server.call(auditApi.list, { action: 'auth.login', target: uid }, admin)
  expect(data.list).toMatchObject([{ target: username, target_id: uid, changes: [] }])
})
