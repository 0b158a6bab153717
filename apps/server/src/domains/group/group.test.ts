import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { VIEW_AS_HEADER } from '@kaibo/contract/facts/headers.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import type { GroupOption } from '@kaibo/contract/group/group.schema.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'

let server: TestServer
let admin: Login
/** May edit groups, and holds little else. */
let clerk: Login

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'root' })
  clerk = await server.login('finance', {
    extra_actions: ['group.look', 'group.edit', 'group.operate'],
  })
})
afterAll(() => server.close())

type Draft = InputOf<typeof groupApi.save>
let groups = 0
const draft = (more: Partial<Draft> = {}): Draft => ({
  name: `分组${++groups}`,
  scope: 'own',
  menus: [],
  actions: [],
  ...more,
})
const save = (more: Partial<Draft> = {}, as = admin) => server.call(groupApi.save, draft(more), as)

describe('what a group grants', () => {
  test.each<[string, Partial<Draft>, string, RegExp]>([
    ['an unknown act', { actions: ['room.fly'] }, 'actions', /没有操作room.fly/],
    ['an unknown menu', { menus: ['moon'] }, 'menus', /没有菜单moon/],
    [
      'editing without looking',
      { actions: ['room.edit'] },
      'actions',
      /「编辑直播间」需要先有「查看直播间」/,
    ],
    ['a menu that it cannot open', { menus: ['income.live'] }, 'menus', /需要先有「查看收入」/],
  ])('%s is refused at its field', async (_, more, field, words) => {
    expect(await save(more)).toMatchObject({
      code: 1001,
      data: { fields: { [field]: expect.stringMatching(words) } },
    })
  })

  test('is what the giver holds, in the giver’s scope', async () => {
    expect(await save({ actions: ['income.look'], scope: 'all' }, clerk)).toMatchObject({ code: 0 })
    expect(await save({ actions: ['account.look'] }, clerk)).toMatchObject({
      code: 1001,
      data: { fields: { actions: expect.stringMatching(/你没有「查看账号」的权限/) } },
    })
    const { data: big } = await save({ actions: ['account.look'] })
    const answer = await save({ id: big.id, version: big.version, actions: [] }, clerk)
    expect(answer).toMatchObject({ code: 1003 })
  })

  test('of the administrators keeps what it may do; how they log in can be changed', async () => {
    const { list } = (await server.call(groupApi.list, { id: 'admin' }, admin)).data
    const { name, kind, scope, menus, actions, version } = list[0] ?? draft()
    const kept = { id: 'admin', name, kind, scope, menus, actions, version: version ?? 0 }
    const changes: Partial<Draft>[] = [
      { name: '超级管理员' },
      { scope: 'org' },
      { menus: [] },
      { actions: actions.slice(1) },
    ]
    for (const change of changes)
      expect(await save({ ...kept, ...change })).toMatchObject({
        code: 1001,
        data: {
          fields: { [Object.keys(change)[0] ?? '']: '管理员分组只能修改单点登录和强制动态验证码' },
        },
      })
    const { data } = await save({ ...kept, actions: actions.toReversed(), single_login: 1 })
    expect(data).toMatchObject({ single_login: 1, actions, otp_required: 0 })
    const back = await save({ ...kept, version: data.version, single_login: 0 })
    expect(back.data).toMatchObject({ single_login: 0 })
  })

  test('of guilds never sees the rows of all', async () => {
    expect(await save({ kind: 'guild', scope: 'all' })).toMatchObject({
      code: 1001,
      data: { fields: { scope: '公会类型的分组不能看所有公会的数据' } },
    })
    expect((await save({ name: '公会的', kind: 'guild', scope: 'org' })).code).toBe(0)
  })
})

test('who sees one organisation only changes no group: others live in it', async () => {
  const manager = await server.login('guild', {
    org_id: 'one',
    extra_actions: ['group.look', 'group.edit', 'group.operate'],
  })
  const { list } = (await server.call(groupApi.list, { id: 'guild' }, manager)).data
  const [row] = list
  if (!row) throw new Error('no group')
  expect(row.out_of_reach).toBe(1)
  const { id, name, kind, scope, menus, actions, version } = row
  const answers = [
    await save({ id, name, kind, scope, menus, actions, version, otp_required: 1 }, manager),
    await server.call(groupApi.enable, { id, enabled: 0 }, manager),
  ]
  expect(answers).toMatchObject([{ code: 1003 }, { code: 1003 }])
  expect(await save({ scope: 'org', kind: 'guild' }, manager)).toMatchObject({
    code: 1001,
    data: { fields: { name: '只有全部数据范围的账号可以新增分组' } },
  })
  const [same] = (await server.call(groupApi.list, { id }, admin)).data.list
  expect(same).toMatchObject({ version, enabled: 1, otp_required: 0 })
})

test('a name is taken once; a stale version answers with who and the row', async () => {
  const { data: row } = await save({ name: '夜班' })
  expect(await save({ name: '夜班' })).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/已被使用/),
  })
  await save({ id: row.id, version: row.version, name: '夜班甲' })
  const answer = await save({ id: row.id, version: row.version, name: '夜班乙' })
  expect(answer).toMatchObject({
    code: 1006,
    msg: '你在别处刚刚保存过此分组，请核对后重新提交',
    data: { name: '夜班甲' },
  })
})

test('members feel a change with their next call; a disabled group gives nothing', async () => {
  const member = await server.login('studio')
  const { data: group } = await save({ actions: ['room.look'], menus: ['digital.actor'] })
  await server.db.query
    .insertInto('account_group_member')
    .values({ uid: member.uid, group_id: group.id })
    .execute()
  server.app.sessions.changed()
  const actions = async () => (await server.call(authApi.actions, {}, member)).data.list
  const menus = async () => (await server.call(authApi.menus, {}, member)).data.list
  expect(await actions()).toContain('room.look')
  expect(JSON.stringify(await menus())).toContain('/digital/actor')
  await save({ ...draftOf(group), menus: [] })
  expect(JSON.stringify(await menus())).not.toContain('/digital/actor')
  await server.call(groupApi.enable, { id: group.id, enabled: 0 }, admin)
  expect(await actions()).not.toContain('room.look')
})

const draftOf = ({
  id,
  version,
  name,
  scope,
  actions,
}: Required<Pick<Draft, 'id' | 'version'>> & Draft) => ({
  id,
  version,
  name,
  scope,
  actions,
})

const as = async (endpoint: Endpoint, group: string, who: Login, payload: object = {}) =>
  (
    await server.app.http.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: { token: who.token, [VIEW_AS_HEADER]: group },
      ...(endpoint.method === 'POST' ? { payload } : {}),
    })
  ).json<{ code: number; msg: string; data: { list?: unknown[]; view_as?: unknown } }>()

test('one is found by its id', async () => {
  const { data } = await save({ name: '找得到的' })
  const found = await server.call(groupApi.list, { id: data.id }, admin)
  expect(found.data).toMatchObject({ total: 1, list: [{ name: '找得到的' }] })
  expect((await server.call(groupApi.list, { id: 'nowhere' }, admin)).data.total).toBe(0)
})

test('what a change leaves out stays', async () => {
  const { data } = await save({ name: '留着', kind: 'guild', scope: 'org', single_login: 1 })
  const { id, version, name, menus, actions } = data
  const change = { id, version, name, menus, actions, scope: 'own' } as const
  const answer = await server.call(groupApi.save, change, admin)
  expect(answer.data).toMatchObject({ kind: 'guild', scope: 'own', single_login: 1 })
  const wider = { ...change, version: answer.data.version, scope: 'all' } as const
  expect((await server.call(groupApi.save, wider, admin)).code).toBe(1001)
})

test('a change says which version it is of', async () => {
  const { data } = await save()
  expect(await save({ id: data.id, version: undefined })).toMatchObject({
    code: 1001,
    data: { fields: { version: '请输入版本' } },
  })
})

describe('seeing as a group', () => {
  test('shows what it sees and no more than the viewer may', async () => {
    const shown = await as(authApi.actions, 'guild', admin)
    expect(shown.data.list?.toSorted()).toEqual(
      (await server.call(groupApi.view, { id: 'guild' }, admin)).data.actions.toSorted(),
    )
    expect((await as(accountApi.list, 'guild', admin)).code).toBe(1003)
    const narrow = await as(authApi.actions, 'admin', clerk)
    expect(narrow.data.list).toEqual((await server.call(authApi.actions, {}, clerk)).data.list)
    expect((await as(authApi.info, 'guild', admin)).data.view_as).toEqual({
      id: 'guild',
      name: '公会',
    })
  })

  test('changes nothing, and leaves the login as it was', async () => {
    const answer = await as(groupApi.enable, 'admin', admin, { id: 'studio', enabled: 0 })
    expect(answer).toMatchObject({ code: 1003, msg: '正在以分组身份查看，不能操作' })
    expect((await server.call(accountApi.list, {}, admin)).code).toBe(0)
  })

  test('writes nothing where a call leaves no audit row either', async () => {
    const url = `${uploadApi.preUrl.path}?kind=avatar&filename=a&size=5&type=image/png`
    const headers = { token: admin.token, [VIEW_AS_HEADER]: 'guild' }
    const answer = await server.app.http.inject({ url, headers })
    expect(answer.json()).toMatchObject({ code: 1003, msg: '正在以分组身份查看，不能操作' })
    expect(await server.db.query.selectFrom('upload').select('upload_id').execute()).toEqual([])
  })

  test('takes the right to look at groups, and a group that exists', async () => {
    expect((await as(authApi.info, 'guild', await server.login('operator'))).code).toBe(1003)
    expect((await as(authApi.info, 'nowhere', admin)).code).toBe(1005)
  })
})

test('why something does not show: what is missing, who has it, who can give it', async () => {
  const operator = await server.login('operator')
  const why = await server.call(groupApi.why, { menu: 'account.group' }, operator)
  expect(why.data).toMatchObject({ held: 0, missing: 'group.look', scope: 'all' })
  expect(why.data.groups).toContain('管理员')
  expect(why.data.granters).toContain('root')
  const held = await server.call(groupApi.why, { action: 'room.look' }, operator)
  expect(held.data).toMatchObject({ held: 1, missing: null })
  expect(await server.call(groupApi.why, { menu: 'no.such' }, operator)).toMatchObject({
    code: 1001,
    data: { fields: { menu: '没有这个菜单' } },
  })
})

test('groups that come with the program are called in the reader’s language until they are renamed', async () => {
  const called = async (lang: string) => {
    const headers = { token: admin.token, 'accept-language': lang }
    const answer = await server.app.http.inject({ url: groupApi.all.path, headers })
    const { list } = answer.json<Envelope<{ list: GroupOption[] }>>().data
    return ['finance', 'studio'].map((id) => list.find((group) => group.id === id)?.name)
  }
  expect(await called('en')).toEqual(['Finance', 'Studio'])
  expect(await called('zh-CN')).toEqual(['财务', '工作室'])
  const { query } = server.db
  await query
    .updateTable('account_group')
    .set({ name: '账房' })
    .where('id', '=', 'finance')
    .execute()
  expect(await called('en')).toEqual(['账房', 'Studio'])
})
