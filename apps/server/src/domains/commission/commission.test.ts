import { afterAll, beforeAll, expect, test } from 'vitest'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { sheetOf } from '@kaibo/testkit/unzip.ts'

let server: TestServer
let finance: Login

beforeAll(async () => {
  server = await bootServer()
  finance = await server.login('finance', { username: 'root' })
  for (const id of ['studio-1', 'studio-2']) await buildOrg(server.platform, { id, is_studio: 1 })
  await buildOrg(server.platform, { id: 'guild-1' })
})
afterAll(() => server.close())

type Draft = InputOf<typeof commissionApi.saveAccount>
let accounts = 0
const draft = (more: Partial<Draft> = {}): Draft => ({
  name: '回收一号',
  holder: '王五',
  bank: '招商银行',
  account_no: `6222 0000 ${1000 + ++accounts}`,
  studio_id: 'studio-1',
  ...more,
})
const save = (more?: Partial<Draft>, as = finance) =>
  server.call(commissionApi.saveAccount, draft(more), as)
const names = async (query: InputOf<typeof commissionApi.accounts>, as = finance) =>
  (await server.call(commissionApi.accounts, query, as)).data.list.map((row) => row.name)

test('a number is answered by its end alone and stands nowhere in full', async () => {
  const { data } = await save({ name: '保密', account_no: '6222 0200 4711 9999' })
  expect(data).toMatchObject({
    name: '保密',
    holder: '王五',
    account_no: '****9999',
    studio: { id: 'studio-1', name: '公会studio-1' },
    note: '',
    enabled: 1,
  })
  expect(await names({ keyword: '9999' })).toEqual(['保密'])
  const stored = await server.db.query.selectFrom('back_account').selectAll().execute()
  const audit = await server.db.query.selectFrom('audit').selectAll().execute()
  expect(audit.at(-1)).toMatchObject({ action: 'commission.saveAccount', target: '保密' })
  expect(JSON.stringify([stored, audit])).not.toContain('4711')
  expect(server.platform.seal.open(stored[0]?.account_no_sealed ?? '')).toBe('6222 0200 4711 9999')
  expect((await save({ account_no: '12345' })).data.account_no).toBe('****5')
})

test('one number is entered once, however it is written; left out it stays', async () => {
  const { data: row } = await save({ name: '唯一', account_no: 'AB-1234 5678' })
  const taken = { code: 1006, data: { fields: { account_no: '该收款账号已录入，请核对' } } }
  expect(await save({ account_no: 'ab12345678', studio_id: 'studio-2' })).toMatchObject(taken)
  const { data: other } = await save({ name: '另一个' })
  const { id, version } = other
  expect(await save({ id, version, account_no: 'AB 1234-5678' })).toMatchObject(taken)
  const kept = { id: row.id, version: row.version, note: '月结', account_no: undefined }
  expect((await save(kept)).data).toMatchObject({ account_no: row.account_no, note: '月结' })
  expect(await save({ account_no: 'ab12345678' })).toMatchObject(taken)
})

test('in wide characters or with another dash it is the same number; marks alone are none', async () => {
  expect(await save({ account_no: '7788 1234' })).toMatchObject({ code: 0 })
  for (const account_no of ['７７８８１２３４', '7788–1234'])
    expect(await save({ account_no })).toMatchObject({ code: 1006 })
  expect(await save({ account_no: '- - -' })).toMatchObject({
    code: 1001,
    data: { fields: { account_no: '收款账号须含数字或字母' } },
  })
})

test('of many who disable it at once each is answered', async () => {
  const { id } = (await save()).data
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.call(commissionApi.enableAccount, { id, enabled: 0 }, finance),
    ),
  )
  expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(0))
})

test('a studio sees its own, a guild none whatever its rights, and who sees all data all', async () => {
  const { data: row } = await save({ name: '二号', studio_id: 'studio-2' })
  const extra_actions = ['commission.look', 'commission.operate']
  const [own, other, guild] = await Promise.all([
    server.login('studio', { org_id: 'studio-2', extra_actions }),
    server.login('studio', { org_id: 'studio-1', extra_actions }),
    server.login('guild', { org_id: 'studio-2', extra_actions }),
  ])
  expect(await names({ studio_id: 'studio-2' })).toEqual(['二号'])
  expect(await names({}, own)).toEqual(['二号'])
  expect(await names({}, guild)).toEqual([])
  expect(await names({ studio_id: 'studio-2' }, other)).toEqual([])
  const change = { id: row.id, version: row.version }
  const missing = { code: 1005, msg: '回收账号不存在' }
  expect(await save(change, other)).toMatchObject(missing)
  const refused = { code: 1001, data: { fields: { studio_id: '请选择工作室' } } }
  expect(await save({ ...change, studio_id: 'studio-2' }, other)).toMatchObject(refused)
  expect(await save({ studio_id: 'guild-1' })).toMatchObject(refused)
  expect(await save({ studio_id: 'studio-2' }, guild)).toMatchObject(refused)
})

test('a new one needs its number, and a change the version that it is of', async () => {
  expect(await save({ account_no: undefined })).toMatchObject({
    code: 1001,
    data: { fields: { account_no: '请输入收款账号' } },
  })
  expect(await save({ id: 'some' })).toMatchObject({
    code: 1001,
    data: { fields: { version: '请输入版本' } },
  })
})

test('the list is a file of the rows that match, masked as on the screen', async () => {
  await save({ name: '表格', account_no: '6222 8888 7777 6666' })
  const { path: url } = commissionApi.accounts
  const query = { keyword: '表格', export: 'xlsx' }
  const answer = await server.app.http.inject({ url, query, headers: { token: finance.token } })
  const [head, row] = sheetOf(answer.rawPayload)
  expect(head?.join()).toBe('名称,工作室,户名,开户行,收款账号,备注,状态,创建时间')
  expect(row).toContain('****6666')
  expect(row?.join()).not.toContain('7777')
})
