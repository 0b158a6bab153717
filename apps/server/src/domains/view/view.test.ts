import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
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
/** By what a list opens for somebody. */
const searchOf = async (as: Login, of: string) =>
  (await server.call(authApi.info, {}, as)).data.openings?.find((one) => one.list === of)?.state
    .search

test('a view is saved, chosen from the list, changed and removed; nobody else sees it', async () => {
  const state = {
    search: 'status=1',
    columns: [
      { key: 'phone', hidden: true },
      { key: 'org', width: 160 },
    ],
  }
  const { data: view } = await server.call(save, draft(' 停用的 ', { state }), operator)
  expect(view).toEqual({ id: view.id, name: '停用的', group: null, state, opens: 0, mine: 1 })
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

  const { data: view } = await server.call(save, draft('值班', { group_id, opens: 1 }), colleague)
  expect(await searchOf(operator, 'account')).toBe('status=1&sort_by=created_at')
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
  expect(await searchOf(operator, 'account')).toBeUndefined()
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

test('a list opens by one’s own default view, else by that of one’s group; each has one at most', async () => {
  const lead = await server.login('operator', { extra_actions: ['group.edit'] })
  const of = 'live-account'
  const defaultOf = (name: string, search: string, more: object = {}) =>
    draft(name, { list: of, opens: 1, state: { search }, ...more })
  const group_id = 'operator'
  const defaults = async (as: Login) =>
    (await server.call(list, { list: of }, as)).data.list
      .filter(({ opens }) => opens === 1)
      .map(({ name }) => name)

  const { data: night } = await server.call(save, defaultOf('夜班', 'a=1', { group_id }), lead)
  const { data: day } = await server.call(save, defaultOf('白班', 'a=2', { group_id }), lead)
  expect(await defaults(operator), 'the later one').toEqual(['白班'])
  expect(await searchOf(operator, of)).toBe('a=2')
  expect(await searchOf(admin, of), 'who is not in the group').toBeUndefined()

  const { data: own } = await server.call(save, defaultOf('我的', 'a=3'), operator)
  expect(await searchOf(operator, of)).toBe('a=3')
  expect(await searchOf(lead, of), 'another of the group').toBe('a=2')
  await server.call(save, defaultOf('我的', 'a=3', { id: own.id, opens: 0 }), operator)
  expect(await searchOf(operator, of)).toBe('a=2')

  const taken = await server.call(
    save,
    defaultOf('夜班', 'a=1', { id: night.id, group_id }),
    operator,
  )
  expect(taken).toMatchObject({ code: 1003, data: { need: 'group.edit' } })
  const renamed = defaultOf('日班', 'a=2', { id: day.id, group_id, opens: undefined })
  expect((await server.call(save, renamed, lead)).data, 'what says nothing of it').toMatchObject({
    opens: 1,
  })
  await server.call(save, { ...renamed, group_id: null }, lead)
  expect(await searchOf(operator, of), 'it is one person’s now').toBeUndefined()
  expect(await searchOf(lead, of)).toBeUndefined()
})

test('the database itself refuses a second default view of a person or a group', async () => {
  const view = { uid: 'u', list: 'live-account.sms', name: '', state_json: '{"search":""}' }
  const add = (id: string, group_id: string | null, opens: IsOrNot) =>
    server.db.query
      .insertInto('saved_view')
      .values({ ...view, id, group_id, opens, created_at: 0, updated_at: 0 })
      .execute()
  for (const group_id of [null, 'guild']) {
    await add(`default of ${group_id}`, group_id, IsOrNot.is)
    await add(`another of ${group_id}`, group_id, IsOrNot.not)
    await expect(add(`second default of ${group_id}`, group_id, IsOrNot.is)).rejects.toThrow()
  }
})

test('of two who choose a group’s default at once one is the last', async () => {
  const of = { list: 'talk', group_id: 'operator', opens: 1 }
  const answers = await Promise.all(
    ['一', '二', '三'].map((name) => server.call(save, draft(name, of), colleague)),
  )
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0])
  const { data } = await server.call(list, { list: 'talk' }, colleague)
  expect(data.list.filter(({ opens }) => opens === 1)).toHaveLength(1)
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
  await server.call(save, draft('改名', { id: view.id, opens: 1 }), operator)
  await server.call(remove, { id: view.id }, operator)
  const rows = await server.db.query
    .selectFrom('audit')
    .select(['action', 'before_json', 'after_json'])
    .where('target_id', '=', view.id)
    .orderBy('seq')
    .execute()
  expect(rows.map((row) => row.action)).toEqual(['view.save', 'view.save', 'view.remove'])
  expect(rows[1]?.before_json).toContain('留痕')
  expect(rows[1]?.after_json).toContain('"opens":1')
  expect(rows[2]?.before_json).toContain('改名')
})
