import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import type { RecordKind } from '@kaibo/contract/history/history.schema.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'

let server: TestServer
let admin: Login
beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'root' })
  for (const id of ['guild-1', 'guild-2', 'studio-1'])
    await buildOrg(server.platform, { id, is_studio: id === 'studio-1' ? 1 : 0 })
})
afterAll(() => server.close())

const PASSWORD = 'three bridges 26'
const historyOf = (kind: RecordKind, id: string, as = admin, before?: number) =>
  server.call(historyApi.list, { kind, id, before }, as)
const actionsOf = async (kind: RecordKind, id: string, as = admin) =>
  (await historyOf(kind, id, as)).data.list.map((row) => row.action_name)
const versionAt = (kind: RecordKind, id: string, seq: number, as = admin) =>
  server.call(historyApi.version, { kind, id, seq }, as)

async function addAccount(more: object = {}) {
  const draft = {
    username: `p${++people}`,
    nickname: '小林',
    password: PASSWORD,
    group_ids: ['guild'],
  }
  return (await server.call(accountApi.add, { ...draft, org_id: 'guild-1', ...more }, admin)).data
}
let people = 0

test('what was written to an account, newest first, each with what it changed', async () => {
  const { uid, version, username } = await addAccount({ phone: '13800000001' })
  const edit = { uid, version, nickname: '林小夏', group_ids: ['guild'], org_id: 'guild-1' }
  await server.call(accountApi.edit, edit, admin)
  await server.call(accountApi.enable, { uid, enabled: 0 }, admin)
  await server.call(accountApi.reset, { uid }, admin)

  const { data } = await historyOf('account', uid)
  expect(data.next).toBeNull()
  expect(data.list.map((row) => [row.action_name, row.version])).toEqual([
    ['重置密码', null],
    ['启用或停用账号', 3],
    ['编辑账号', 2],
    ['新增账号', 1],
  ])
  expect(data.list[2]).toMatchObject({
    username: 'root',
    changes: [{ label: '昵称', before: '小林', after: '林小夏' }],
  })
  const first = data.list[3]?.seq ?? 0
  expect((await versionAt('account', uid, first)).data.row).toMatchObject({
    username,
    nickname: '小林',
    phone: '13800000001',
    groups: [{ id: 'guild' }],
  })
})

test('every kind of record has one, and a secret stands in none', async () => {
  const { data: org } = await server.call(
    orgApi.add,
    { name: '有历史', username: 'youlishi', password: PASSWORD, nickname: '会长' },
    admin,
  )
  const group = { name: '夜班', scope: 'all' as const, menus: [], actions: ['room.look'] }
  const { data: saved } = await server.call(groupApi.save, group, admin)
  const secrets = {
    code: 'c',
    app_id: '1',
    access_key_id: 'k',
    access_key_secret: 'very-secret-key',
  }
  const { data: live } = await server.call(
    liveAccountApi.add,
    { platform: 'bilibili', nickname: '阿狸', org_id: 'guild-1', credentials: secrets },
    admin,
  )
  const { account_id } = await buildLiveAccount(server.platform, { org_id: 'guild-1' })
  const { data: room } = await server.call(roomApi.create, { name: '夜读', account_id }, admin)
  const bank = { name: '一号', holder: '王', bank: '招行', account_no: '6222 0200 4711 9999' }
  const { data: back } = await server.call(
    commissionApi.saveAccount,
    { ...bank, studio_id: 'studio-1' },
    admin,
  )
  const all: [RecordKind, string][] = [
    ['org', org.id],
    ['group', saved.id],
    ['live-account', live.account.account_id],
    ['room', room.room_code],
    ['commission', back.id],
  ]
  for (const [kind, id] of all) {
    const { data } = await historyOf(kind, id)
    expect([kind, data.list.map((row) => row.version)]).toEqual([kind, [1]])
    const version = await versionAt(kind, id, data.list[0]?.seq ?? 0)
    expect(version).toMatchObject({ code: 0, data: { username: 'root' } })
    const text = JSON.stringify([data, version])
    for (const hidden of [PASSWORD, 'very-secret-key', '4711', live.push.secret])
      expect(text).not.toContain(hidden)
  }
})

test('it takes a right of its own, and that to see such records', async () => {
  const { uid } = await addAccount()
  const without = await server.login('guild', {
    org_id: 'guild-1',
    extra_actions: ['account.look'],
  })
  expect(await historyOf('account', uid, without)).toMatchObject({
    code: 1003,
    data: { need: 'history.look' },
  })
  const blind = await server.login('guild', { org_id: 'guild-1', extra_actions: ['history.look'] })
  for (const answer of [
    await historyOf('account', uid, blind),
    await versionAt('account', uid, 1, blind),
  ])
    expect(answer).toMatchObject({ code: 1003, data: { need: 'account.look' } })
})

const leaderOf = (org_id: string) =>
  server.login('guild', {
    org_id,
    extra_actions: ['account.look', 'account.edit', 'history.look', 'group.look'],
    username: `leader-of-${org_id}-${++people}`,
  })

test('a record of another organisation has none, and no version by its number', async () => {
  const { uid } = await addAccount()
  const [row] = (await historyOf('account', uid)).data.list
  const stranger = await leaderOf('guild-2')
  expect(await historyOf('account', uid, stranger)).toMatchObject({ code: 1005 })
  expect(await versionAt('account', uid, row?.seq ?? 0, stranger)).toMatchObject({ code: 1005 })
  // Nor by a record of one's own.
  const { uid: own } = await addAccount({ org_id: 'guild-2' })
  expect(await versionAt('account', own, row?.seq ?? 0, stranger)).toMatchObject({ code: 1005 })
})

test('who moved to another organisation brings nothing of the one before', async () => {
  const row = await addAccount()
  const { uid } = row
  const theirs = await leaderOf('guild-1')
  const person = { uid, group_ids: ['guild'] }
  const named = { ...person, version: row.version, nickname: '内部叫法', org_id: 'guild-1' }
  const { data: renamed } = await server.call(accountApi.edit, named, theirs)
  const moving = { ...person, nickname: '小林', org_id: 'guild-2' }
  const { data: moved } = await server.call(
    accountApi.edit,
    { ...moving, version: renamed.version },
    admin,
  )
  const later = { ...moving, version: moved.version, nickname: '来了以后' }
  await server.call(accountApi.edit, later, admin)

  const ours = await leaderOf('guild-2')
  const { data } = await historyOf('account', uid, ours)
  expect(data.list.map(({ changes }) => changes.map((one) => one.after))).toEqual([['来了以后']])
  expect(JSON.stringify(data)).not.toMatch(/内部叫法|guild-1/)
  const all = (await historyOf('account', uid)).data.list
  expect(all).toHaveLength(4)
  for (const { seq } of all.slice(1))
    expect(await versionAt('account', uid, seq, ours)).toMatchObject({ code: 1005 })
})

test('it is read on, twenty at a time', async () => {
  const { uid, version } = await addAccount()
  for (let n = 0; n < 25; n++) {
    const edit = { uid, version: version + n, nickname: `第${n}名`, group_ids: ['guild'] }
    await server.call(accountApi.edit, { ...edit, org_id: 'guild-1' }, admin)
  }
  const first = (await historyOf('account', uid)).data
  expect(first.list).toHaveLength(20)
  const rest = (await historyOf('account', uid, admin, first.next ?? 0)).data
  expect([rest.list.length, rest.next]).toEqual([6, null])
  expect(rest.list.at(-1)?.action_name).toBe('新增账号')
})

test('a version in another form than today’s is shown and not offered', async () => {
  const { uid } = await addAccount()
  const { query } = server.db
  await query
    .updateTable('audit')
    .set({ after_json: '{"old":1}' })
    .where('target_id', '=', uid)
    .execute()
  const { list } = (await historyOf('account', uid)).data
  expect(list.map((row) => row.version)).toEqual([null])
  expect(await versionAt('account', uid, list[0]?.seq ?? 0)).toMatchObject({ code: 1005 })
})

test('starts and stops of a room are no versions of it', async () => {
  const { account_id } = await buildLiveAccount(server.platform, { org_id: 'guild-1' })
  const { data: room } = await server.call(roomApi.create, { name: '开关', account_id }, admin)
  await server.call(roomApi.start, { room_code: room.room_code }, admin)
  await server.call(roomApi.delete, { room_code: room.room_code }, admin)
  await server.call(roomApi.restore, { room_code: room.room_code, version: room.version }, admin)
  expect(await actionsOf('room', room.room_code)).toEqual([
    '撤销删除直播间',
    '删除直播间',
    '新增直播间',
  ])
})
