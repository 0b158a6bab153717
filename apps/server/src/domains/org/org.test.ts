import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'

let server: TestServer
let admin: Login

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'root' })
})
afterAll(() => server.close())

const PASSWORD = 'three bridges 26'
type Draft = InputOf<typeof orgApi.add>
const draft = (more: Partial<Draft> = {}): Draft => ({
  name: '星河公会',
  username: 'xinghe',
  password: PASSWORD,
  nickname: '会长',
  share_rate: 4_550,
  areas: ['华东', '华东', '西南'],
  ...more,
})
const add = (more?: Partial<Draft>, as = admin) => server.call(orgApi.add, draft(more), as)
const idsOfArea = async (area: string) => {
  const { data } = await server.call(orgApi.list, { area }, admin)
  return data.list.map(({ id }) => id)
}

test('an organisation and its account come together, or not at all', async () => {
  expect(await add({ username: 'ROOT' })).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/用户名/),
  })
  expect(await add({ group_id: 'finance', password: '12345678' })).toMatchObject({ code: 1001 })
  expect((await server.call(orgApi.list, { keyword: '星河' }, admin)).data.total).toBe(0)
  const { data } = await add()
  expect(data).toMatchObject({
    name: '星河公会',
    areas: ['华东', '西南'],
    share_rate: 4_550,
    owner: { username: 'xinghe', group_id: 'guild' },
    accounts: 1,
    rooms: 0,
  })
  expect(await add({ username: 'other' })).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/公会名称/),
  })
})

test('organisations are found by one of their areas, by its whole name', async () => {
  const { data: row } = await add({ name: '地区公会', username: 'areas', areas: ['华"北', '100%'] })
  expect(await idsOfArea('华"北')).toEqual([row.id])
  expect(await idsOfArea('100%')).toEqual([row.id])
  expect(await idsOfArea('100')).toEqual([])
  expect(await idsOfArea('华%')).toEqual([])
})

test('its own people do not say what share it gets', async () => {
  const { data: row } = await add({ name: '自己定', username: 'ownshare' })
  const owner = await server.login('guild', {
    org_id: row.id,
    extra_actions: ['org.look', 'org.edit'],
  })
  const edit = (share_rate: number | undefined) =>
    server.call(
      orgApi.edit,
      { id: row.id, version: row.version, name: '改了名', nickname: '会长', share_rate },
      owner,
    )
  expect(await edit(10_000)).toMatchObject({
    code: 1001,
    data: { fields: { share_rate: '只有全部数据范围的账号可以修改分成比例' } },
  })
  expect(await edit(row.share_rate)).toMatchObject({
    code: 0,
    data: { name: '改了名', share_rate: row.share_rate },
  })
})

test('what is a studio is for who sees all to say, and it stays one while it has studio accounts', async () => {
  const { data: row } = await add({ name: '工作室', username: 'studio', is_studio: 1 })
  expect(row.is_studio).toBe(1)
  const change = { id: row.id, version: row.version, name: '工作室', nickname: '会长' }
  const edit = (is_studio: 0 | 1 | undefined, as: Login) =>
    server.call(orgApi.edit, { ...change, is_studio }, as)
  const extra_actions = ['org.look', 'org.edit']
  const own = await server.login('guild', { org_id: row.id, extra_actions })
  expect(await edit(0, own)).toMatchObject({
    code: 1001,
    data: { fields: { is_studio: '只有全部数据范围的账号可以设置工作室' } },
  })
  await server.login('studio', { org_id: row.id })
  expect(await edit(0, admin)).toMatchObject({
    code: 1001,
    data: { fields: { is_studio: '还有工作室账号属于此公会，不能取消工作室' } },
  })
  expect((await edit(undefined, own)).data).toMatchObject({ is_studio: 1 })
})

test('a guild stays a studio while it has back accounts', async () => {
  const { data: row } = await add({ name: '晨星', username: 'chenxing', is_studio: 1 })
  const back = { name: '一号', holder: '王五', bank: '招商银行', account_no: '6225880123456789' }
  await server.call(commissionApi.saveAccount, { ...back, studio_id: row.id }, admin)
  const change = {
    id: row.id,
    version: row.version,
    name: '晨星',
    nickname: '会长',
    is_studio: 0 as const,
  }
  expect(await server.call(orgApi.edit, change, admin)).toMatchObject({
    code: 1001,
    data: { fields: { is_studio: '还有回收账号属于此公会，不能取消工作室' } },
  })
})

test('one form changes both', async () => {
  const { data: row } = await add({ name: '长河公会', username: 'changhe' })
  const change = { id: row.id, version: row.version, name: '长河', nickname: '新会长' }
  const { data } = await server.call(orgApi.edit, change, admin)
  expect(data).toMatchObject({ name: '长河', owner: { nickname: '新会长', group_id: 'guild' } })
})

test('what a change leaves out stays; the installation’s own has no owner to name', async () => {
  const { data: row } = await add({
    name: '留着',
    username: 'liuzhe',
    contact: '李四',
    phone: '13800000000',
  })
  const change = { id: row.id, version: row.version, name: '留着的' }
  expect(await server.call(orgApi.edit, change, admin)).toMatchObject({
    code: 1001,
    data: { fields: { nickname: '请输入昵称' } },
  })
  const { data } = await server.call(orgApi.edit, { ...change, nickname: '会长' }, admin)
  expect(data).toMatchObject({
    name: '留着的',
    contact: '李四',
    areas: ['华东', '西南'],
    share_rate: 4_550,
    owner: { phone: '13800000000' },
  })
  const own = await server.call(orgApi.list, { id: 'default' }, admin)
  const { id = '', version = 0, name = '' } = own.data.list[0] ?? {}
  expect(
    (await server.call(orgApi.edit, { id, version, name, contact: '王五' }, admin)).data,
  ).toMatchObject({ contact: '王五', owner: null })
})

test('whoever runs one is in a group for guilds, and stays where they are unless it is said', async () => {
  const refused = { code: 1001, data: { fields: { group_id: '请选择公会类型的分组' } } }
  for (const group_id of ['operator', 'no-such-group'])
    expect(await add({ name: '内部', username: 'neibu', group_id })).toMatchObject(refused)
  const { data: row } = await add({ name: '外部', username: 'waibu' })
  const uid = row.owner?.uid ?? ''
  const groups = () =>
    server.db.query.selectFrom('account_group_member').select('group_id').where('uid', '=', uid)
  // By the form of accounts.
  await server.db.query
    .updateTable('account_group_member')
    .set({ group_id: 'finance' })
    .where('uid', '=', uid)
    .execute()
  const change = { id: row.id, version: row.version, name: '外部公会', nickname: '会长' }
  const edit = (more: object) => server.call(orgApi.edit, { ...change, ...more }, admin)
  expect(await edit({ group_id: 'operator' })).toMatchObject(refused)
  expect(await edit({})).toMatchObject({ code: 0, data: { owner: { group_id: null } } })
  expect(await groups().execute()).toEqual([{ group_id: 'finance' }])
  const put = await edit({ version: row.version + 1, group_id: 'guild' })
  expect(put).toMatchObject({ code: 0, data: { owner: { group_id: 'guild' } } })
  expect(await groups().orderBy('group_id').execute()).toHaveLength(2)
})

test('a disabled one logs its people out and keeps them out', async () => {
  const { data: row } = await add({ name: '停业公会', username: 'tingye' })
  const login = () => server.call(authApi.login, { username: 'tingye', password: PASSWORD })
  const { data: session } = await login()
  const owner = { token: session.token, uid: session.user.uid }
  const off = await server.call(orgApi.enable, { id: row.id, enabled: 0 }, admin)
  expect(off).toMatchObject({ code: 0, data: { enabled: 0 } })
  expect(await server.call(authApi.info, {}, owner)).toMatchObject({
    code: 2003,
    msg: expect.stringMatching(/公会已停用/),
  })
  expect(await login()).toMatchObject({ code: 2002, msg: expect.stringMatching(/公会已停用/) })
  await server.call(orgApi.enable, { id: row.id, enabled: 1 }, admin)
  expect((await login()).code).toBe(0)
})

test('the home of the installation stays', async () => {
  const answer = await server.call(orgApi.enable, { id: 'default', enabled: 0 }, admin)
  expect(answer).toMatchObject({ code: 1006, msg: '自营公会不能停用' })
})
