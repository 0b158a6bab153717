import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LATEST_EXPIRY } from '@kaibo/contract/account/account.schema.ts'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { LAST_ADMIN, OUT_OF_REACH } from '@kaibo/contract/account/account.rules.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { sheetOf } from '@kaibo/testkit/unzip.ts'

const PASSWORD = 'three bridges 26'

let server: TestServer
let admin: Login
/** Of one organisation, with the rights over its people and no others. */
let leader: Login
let people = 0

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'root' })
  await buildOrg(server.platform, { id: 'guild-1' })
  await buildOrg(server.platform, { id: 'guild-2' })
  const extra_actions = ['look', 'add', 'edit', 'operate', 'manage'].map((act) => `account.${act}`)
  leader = await server.login('guild', { org_id: 'guild-1', username: 'leader', extra_actions })
})
afterAll(() => server.close())

type Draft = InputOf<typeof accountApi.add>
const draft = (more: Partial<Draft> = {}): Draft => ({
  username: `person-${++people}`,
  password: PASSWORD,
  nickname: `人员${people}`,
  group_ids: ['operator'],
  ...more,
})
const add = (more: Partial<Draft> = {}, as = admin) => server.call(accountApi.add, draft(more), as)
const edit = async (uid: string, more: Partial<InputOf<typeof accountApi.edit>>, as = admin) => {
  const { data } = await server.call(accountApi.list, { page_size: 100 }, admin)
  const row = data.list.find((one) => one.uid === uid)
  const now = {
    nickname: row?.nickname ?? '',
    group_ids: row?.groups.map((group) => group.id) ?? [],
    org_id: row?.org?.id ?? null,
    expire_at: row?.expire_at ?? null,
    version: row?.version ?? 0,
  }
  return server.call(accountApi.edit, { uid, ...now, ...more }, as)
}
const logIn = (username: string, password: string) =>
  server.call(authApi.login, { username, password })
const names = (answer: { data: { list: { username: string }[] } }) =>
  answer.data.list.map((row) => row.username)

describe('a new account', () => {
  test('logs in, and has no rights before it has a password of its own', async () => {
    const { data: row } = await add({ username: 'lin', group_ids: ['operator', 'finance'] })
    expect(row).toMatchObject({
      username: 'lin',
      must_change: 1,
      otp_bound: 0,
      restriction: 'none',
    })
    const { data: session } = await logIn('LIN', PASSWORD)
    const lin = { token: session.token, uid: row.uid }
    expect((await server.call(authApi.info, {}, lin)).data.must).toBe('password')
    expect((await server.call(authApi.actions, {}, lin)).data.list).toEqual([])
    expect((await server.call(roomApi.list, {}, lin)).code).toBe(1003)
    const changed = { old_password: PASSWORD, password: 'four rivers 2026' }
    expect((await server.call(authApi.editSelf, changed, lin)).data.must).toBeNull()
    expect((await server.call(roomApi.list, {}, lin)).code).toBe(0)
  })

  test.each<[string, Partial<Draft>, number, RegExp]>([
    ['a weak password', { password: '12345678' }, 1001, /太常见/],
    ['its own name as password', { username: 'wanglei', password: 'wanglei2026' }, 1001, /用户名/],
    ['a name that differs by case alone', { username: 'ROOT' }, 1006, /已被使用/],
    ['a group that does not exist', { group_ids: ['nowhere'] }, 1001, /分组不存在/],
    ['a group of organisations without one', { group_ids: ['guild'] }, 1001, /请选择公会/],
    ['an unknown organisation', { org_id: 'nowhere' }, 1005, /公会不存在/],
    ['a name with spaces', { username: 'a b' }, 1001, /用户名/],
  ])('with %s is refused', async (_, more, code, words) => {
    const answer = await add(more)
    expect(answer.code).toBe(code)
    expect(JSON.stringify(answer)).toMatch(words)
  })

  test('with fields nobody asked for is refused, not half taken', async () => {
    const forged = { ...draft(), must_change: 0, status: 0 } as unknown as Draft
    const answer = await server.call(accountApi.add, forged, admin)
    expect(answer).toMatchObject({
      code: 1001,
      data: { fields: { must_change: expect.any(String) } },
    })
  })
})

describe('within one organisation', () => {
  test('its people show and nobody else', async () => {
    await add({ username: 'theirs', group_ids: ['guild'], org_id: 'guild-2' })
    await add({ username: 'ours', group_ids: ['guild'], org_id: 'guild-1' })
    const shown = names(await server.call(accountApi.list, {}, leader))
    expect(shown.sort()).toEqual(['leader', 'ours'])
  })

  test('one is found by its uid, as long as it is of it', async () => {
    const { data } = await server.call(accountApi.list, { keyword: 'ours' }, admin)
    const uid = data.list[0]?.uid ?? ''
    expect(names(await server.call(accountApi.list, { uid }, leader))).toEqual(['ours'])
    expect(names(await server.call(accountApi.list, { uid: admin.uid }, admin))).toEqual(['root'])
    expect(names(await server.call(accountApi.list, { uid: admin.uid }, leader))).toEqual([])
  })

  test('a new account belongs to it, whatever was asked for', async () => {
    const { data } = await add({ group_ids: ['guild'] }, leader)
    expect(data.org?.id).toBe('guild-1')
    expect((await add({ group_ids: ['guild'], org_id: 'guild-2' }, leader)).code).toBe(1005)
  })

  test('nobody gives what they do not hold', async () => {
    const answer = await add({ group_ids: ['admin'] }, leader)
    expect(answer).toMatchObject({
      code: 1001,
      data: { fields: { group_ids: expect.stringMatching(/超出你的权限/) } },
    })
  })

  test('nobody lays hands on somebody who holds more', async () => {
    const { data: finance } = await add({ group_ids: ['finance'], org_id: 'guild-1' })
    for (const answer of [
      await edit(finance.uid, { nickname: '改' }, leader),
      await server.call(accountApi.enable, { uid: finance.uid, enabled: 0 }, leader),
      await server.call(accountApi.reset, { uid: finance.uid }, leader),
    ])
      expect(answer).toMatchObject({ code: 1003, msg: OUT_OF_REACH.zh })
  })
})

describe('an end', () => {
  test('lies in this century, or is none', async () => {
    expect(await add({ expire_at: LATEST_EXPIRY })).toMatchObject({ code: 0 })
    expect(await add({ expire_at: LATEST_EXPIRY + 1 })).toMatchObject({
      code: 1001,
      data: { fields: { expire_at: '到期时间不能晚于2100年底' } },
    })
  })

  test('that stands from before, beyond every calendar, does not spoil the file', async () => {
    const { data: row } = await add()
    await server.db.query
      .updateTable('account')
      .set({ expire_at: 9_000_000_000_000_000 })
      .where('uid', '=', row.uid)
      .execute()
    const { rawPayload } = await server.app.http.inject({
      url: accountApi.list.path,
      headers: { token: admin.token },
      query: { export: 'xlsx', uid: row.uid },
    })
    expect(sheetOf(rawPayload)[1]).toContain('275760-09-13 08:00:00')
  })
})

test.each(['last_login_at', 'expire_at'] as const)(
  'those without %s come last, whichever way the list is sorted',
  async (sort_by) => {
    const group_id = (
      await server.call(
        groupApi.save,
        { name: sort_by, scope: 'own', menus: [], actions: [] },
        admin,
      )
    ).data.id
    for (const value of [null, 5, 7]) {
      const { data: row } = await add({ group_ids: [group_id], nickname: String(value) })
      await server.db.query
        .updateTable('account')
        .set({ [sort_by]: value })
        .where('uid', '=', row.uid)
        .execute()
    }
    const inOrder = async (sort_dir: SortDir) =>
      (await server.call(accountApi.list, { group_id, sort_by, sort_dir }, admin)).data.list.map(
        (row) => row[sort_by],
      )
    expect(await inOrder(SortDir.ascend)).toEqual([5, 7, null])
    expect(await inOrder(SortDir.descend)).toEqual([7, 5, null])
  },
)

describe('a change', () => {
  test('of what was saved meanwhile is refused, with the row as it is now', async () => {
    const { data: row } = await add()
    await edit(row.uid, { nickname: '甲' })
    const answer = await edit(row.uid, { nickname: '乙', version: row.version })
    expect(answer).toMatchObject({ code: 1006, data: { nickname: '甲', version: row.version + 1 } })
    expect(answer.msg).toContain('你在别处刚刚保存过')
  })

  test('of rights reaches a live login with its next call', async () => {
    const { data: row } = await add({ group_ids: ['finance'] })
    await server.db.query
      .updateTable('account')
      .set({ must_change: 0 })
      .where('uid', '=', row.uid)
      .execute()
    const { data: session } = await logIn(row.username, PASSWORD)
    const theirs = { token: session.token, uid: row.uid }
    expect((await server.call(roomApi.create, { name: 'x', account_id: 'y' }, theirs)).code).toBe(
      1003,
    )
    await edit(row.uid, { group_ids: ['operator'] })
    expect(
      (await server.call(roomApi.create, { name: 'x', account_id: 'y' }, theirs)).code,
    ).not.toBe(1003)
    await server.call(accountApi.enable, { uid: row.uid, enabled: 0 }, admin)
    expect(await server.call(roomApi.list, {}, theirs)).toMatchObject({ code: 2003 })
    expect(await logIn(row.username, PASSWORD)).toMatchObject({ code: 2002 })
    const again = await server.call(accountApi.enable, { uid: row.uid, enabled: 0 }, admin)
    expect(again).toMatchObject({ code: 0, data: { status: 1 } })
    const back = { uid: row.uid, enabled: 1, version: again.data.version } as const
    await edit(row.uid, {})
    expect(await server.call(accountApi.enable, back, admin)).toMatchObject({ code: 1006 })
  })

  test('of a password by another: a one-time one, and every login ends', async () => {
    const { data: row } = await add()
    const { data: before } = await logIn(row.username, PASSWORD)
    const { data } = await server.call(accountApi.reset, { uid: row.uid }, admin)
    expect(await logIn(row.username, PASSWORD)).toMatchObject({ code: 2001 })
    const old = { token: before.token, uid: row.uid }
    expect((await server.call(authApi.info, {}, old)).code).toBe(2003)
    expect(await logIn(row.username, data.password)).toMatchObject({ code: 0 })
    const kept = await server.db.query.selectFrom('audit').select('input_json').execute()
    expect(JSON.stringify(kept)).not.toContain(data.password)
  })

  test('of one’s own account: not its end, not its password', async () => {
    const { uid } = admin
    expect((await server.call(accountApi.enable, { uid, enabled: 0 }, admin)).msg).toMatch(/自己/)
    expect((await server.call(accountApi.reset, { uid }, admin)).msg).toMatch(/个人资料/)
  })
})

describe('the last administrator', () => {
  test.each<[string, () => Promise<{ code: number; msg: string }>]>([
    ['keeps the group', () => edit(admin.uid, { group_ids: ['operator'] })],
    ['never expires', () => edit(admin.uid, { expire_at: server.clock.now() + 1 })],
    [
      'keeps a living group',
      () => server.call(groupApi.enable, { id: 'admin', enabled: 0 }, admin),
    ],
  ])('%s', async (_, change) => {
    expect(await change()).toMatchObject({
      code: 1006,
      msg: expect.stringMatching(/至少要保留|管理员分组/),
    })
  })

  test('of two who each disable the other, one is left', async () => {
    const second = await server.login('admin', { username: 'second' })
    const answers = await Promise.all([
      server.call(accountApi.enable, { uid: second.uid, enabled: 0 }, admin),
      server.call(accountApi.enable, { uid: admin.uid, enabled: 0 }, second),
    ])
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
    const refused = answers.find((answer) => answer.code !== 0)
    expect([1006, 2003]).toContain(refused?.code)
    if (refused?.code === 1006) expect(refused.msg).toBe(LAST_ADMIN.zh)
  })
})

test('an account of a studio belongs to a studio', async () => {
  const refused = {
    code: 1001,
    data: { fields: { org_id: '工作室账号须属于一个工作室，请选择工作室' } },
  }
  const { id: org_id } = await buildOrg(server.platform)
  expect(await add({ is_gs: 1 })).toMatchObject(refused)
  expect(await add({ is_gs: 1, org_id })).toMatchObject(refused)
  const studio = await buildOrg(server.platform, { is_studio: 1 })
  const { data: row } = await add({ is_gs: 1, org_id: studio.id })
  const { uid, version, nickname } = row
  const change = { uid, version, nickname, group_ids: ['operator'], org_id }
  expect(await server.call(accountApi.edit, change, admin)).toMatchObject(refused)
  const other = await server.call(accountApi.edit, { ...change, is_gs: 0 }, admin)
  expect(other.data).toMatchObject({ is_gs: 0, org: { id: org_id } })
})

test('what a change leaves out stays', async () => {
  const { id: org_id } = await buildOrg(server.platform, { is_studio: 1 })
  const expire_at = server.clock.now() + 86_400_000
  const { data: row } = await add({
    phone: '13800000000',
    area: '华东',
    is_gs: 1,
    expire_at,
    org_id,
  })
  const change = {
    uid: row.uid,
    version: row.version,
    nickname: '只改昵称',
    group_ids: ['operator'],
  }
  const { data } = await server.call(accountApi.edit, change, admin)
  const kept = { phone: '13800000000', area: '华东', is_gs: 1, expire_at }
  expect(data).toMatchObject({ nickname: '只改昵称', ...kept, org: row.org })
})
