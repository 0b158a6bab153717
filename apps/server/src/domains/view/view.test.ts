import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewApi } from '@kaibo/contract/view/view.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { MAX_VIEWS } from './view.service.ts'

const { list, save, remove } = viewApi

let server: TestServer
let admin: Login
let operator: Login
let colleague: Login

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin')
  operator = await server.login('operator')
  colleague = await server.login('operator', { extra_actions: ['group.edit'] })
})
afterAll(() => server.close())

const draft = (name: string, more: object = {}) => ({
  list: 'account',
  name,
  state: { search: 'status=1&sort_by=created_at' },
  ...more,
})
const names = async (as: Login, of = 'account') =>
  (await server.call(list, { list: of }, as)).data.list.map((view) => view.name)

test('a view is saved, chosen from the list, changed and removed; nobody else sees it', async () => {
  const state = {
    search: 'status=1',
    columns: [
      { key: 'phone', hidden: true },
      { key: 'org', width: 160 },
    ],
  }
  const { data: view } = await server.call(save, draft(' 停用的 ', { state }), operator)
  expect(view).toEqual({ id: view.id, name: '停用的', group: null, state, mine: 1 })
  expect((await server.call(list, { list: 'account' }, operator)).data.list).toEqual([view])
  expect(await names(operator, 'income')).toEqual([])
  expect(await names(colleague)).toEqual([])

  const renamed = await server.call(save, draft('停用账号', { id: view.id }), operator)
  expect(renamed.data).toMatchObject({ id: view.id, name: '停用账号' })
  expect(await names(operator)).toEqual(['停用账号'])

  for (const act of [
    server.call(save, draft('抢来的', { id: view.id }), admin),
    server.call(remove, { id: view.id }, admin),
  ]) {
    expect(await act).toMatchObject({ code: 1005, msg: '视图不存在' })
  }
  expect((await server.call(remove, { id: view.id }, operator)).code).toBe(0)
  expect(await names(operator)).toEqual([])
})

test('a group’s view is shown to all its members; saving, changing and removing it requires group.edit', async () => {
  const group_id = 'operator'
  const refused = await server.call(save, draft('值班', { group_id }), operator)
  expect(refused).toMatchObject({ code: 1003, data: { need: 'group.edit' } })

  const { data: view } = await server.call(save, draft('值班', { group_id }), colleague)
  expect(view).toMatchObject({ group: { id: 'operator', name: '运营' }, mine: 1 })
  expect((await server.call(list, { list: 'account' }, operator)).data.list).toEqual([
    { ...view, mine: 0 },
  ])
  expect(await names(admin), 'who is not in the group').toEqual([])
  expect((await server.call(save, draft('我的', { id: view.id }), operator)).code).toBe(1003)
  expect((await server.call(remove, { id: view.id }, operator)).code).toBe(1003)

  await server.db.query
    .updateTable('account_group')
    .set({ enabled: 0 })
    .where('id', '=', group_id)
    .execute()
  expect(await names(operator), 'a disabled group shows nothing').toEqual([])
  await server.db.query
    .updateTable('account_group')
    .set({ enabled: 1 })
    .where('id', '=', group_id)
    .execute()
  expect((await server.call(remove, { id: view.id }, colleague)).code).toBe(0)
})

test('somebody who sees one organisation only cannot save a group’s view, as other organisations are in the group', async () => {
  const manager = await server.login('guild', { org_id: 'one', extra_actions: ['group.edit'] })
  expect(await server.call(save, draft('公会的', { group_id: 'guild' }), manager)).toMatchObject({
    code: 1003,
  })
})

test('only the person who made a group’s view can turn it into a personal one', async () => {
  const other = await server.login('operator', { extra_actions: ['group.edit'] })
  const { data: view } = await server.call(save, draft('共用', { group_id: 'operator' }), colleague)
  const personal = draft('共用', { id: view.id, group_id: null })
  expect(await server.call(save, personal, other)).toMatchObject({
    code: 1001,
    data: { fields: { group_id: '他人保存的分组视图不能改为个人视图，请另存为新视图' } },
  })
  expect(await names(other)).toContain('共用')
  expect((await server.call(save, personal, colleague)).code).toBe(0)
  expect(await names(other)).not.toContain('共用')
  expect((await server.call(remove, { id: view.id }, colleague)).code).toBe(0)
})

test.each(['admin', 'no-such-group'])(
  'a group that one is not in cannot be given a view: %s',
  async (group_id) => {
    const answer = await server.call(save, draft('别组', { group_id }), colleague)
    expect(answer).toMatchObject({ code: 1001, data: { fields: { group_id: '分组不存在' } } })
  },
)

test('a name is unique per owner and list', async () => {
  const { data: first } = await server.call(save, draft('重名'), admin)
  expect(await server.call(save, draft('重名'), admin)).toMatchObject({
    code: 1001,
    data: { fields: { name: '已有同名的视图' } },
  })
  expect((await server.call(save, draft('重名', { id: first.id }), admin)).code).toBe(0)
  expect((await server.call(save, draft('重名', { list: 'income' }), admin)).code).toBe(0)
  expect((await server.call(save, draft('重名', { group_id: 'admin' }), admin)).code).toBe(0)
})

test('of two concurrent saves with one name one succeeds', async () => {
  const at = { list: 'income' }
  const answers = await Promise.all(
    [1, 2, 3].map(() => server.call(save, draft('同时', at), admin)),
  )
  const refused = answers.filter((answer) => answer.code !== 0)
  const taken = { code: 1001, data: { fields: { name: '已有同名的视图' } } }
  expect(refused).toMatchObject([taken, taken])
})

test(`at most ${MAX_VIEWS} views can be saved of one list`, async () => {
  const person = await server.login('finance')
  for (let i = 0; i < MAX_VIEWS; i++) await server.call(save, draft(`视图${i}`), person)
  expect(await server.call(save, draft('多一个'), person)).toMatchObject({ code: 1006 })
})

test.each([
  ['list', { list: '../x' }],
  ['name', { name: ' ' }],
  ['name', { name: '长'.repeat(21) }],
  ['state', { state: { search: '', filters: {} } }],
])('a draft with a wrong %s is refused', async (field, part) => {
  const answer = await server.call(save, { ...draft('名'), ...part }, admin)
  expect(answer.code).toBe(1001)
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)[0]).toContain(field)
})

test('saving and removing write the values before and after into the audit', async () => {
  const { data: view } = await server.call(save, draft('留痕'), operator)
  await server.call(save, draft('改名', { id: view.id }), operator)
  await server.call(remove, { id: view.id }, operator)
  const rows = await server.db.query
    .selectFrom('audit')
    .select(['action', 'before_json', 'after_json'])
    .where('target_id', '=', view.id)
    .orderBy('seq')
    .execute()
  expect(rows.map((row) => row.action)).toEqual(['view.save', 'view.save', 'view.remove'])
  expect(rows[1]?.before_json).toContain('留痕')
  expect(rows[2]?.before_json).toContain('改名')
})
