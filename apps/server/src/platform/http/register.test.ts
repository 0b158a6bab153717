import { words } from '@kaibo/contract/kernel/words.ts'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { domain, get, post } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { field, secret } from '@kaibo/contract/kernel/field.ts'
import { listQuery } from '@kaibo/contract/kernel/page.ts'
import { visitor } from '../auth/actor.ts'
import { conflict, fault } from '../fault.ts'
import type { AuditEntry } from './audit-entry.ts'
import { Download, implement } from './implement.ts'
import { register } from './register.ts'
import { createServer, type HttpServer } from './server.ts'

const Sizes = field(
  words('文件大小', '文件大小'),
  z.array(z.object({ width: field(words('宽', '宽'), z.int()) })),
)
const api = domain('probe', {
  list: get('/admin/v1/probe/list', {
    input: listQuery(['name'], { ids: z.optional(field(words('编号', '编号'), z.array(z.int()))) }),
    data: z.object({ echo: z.record(z.string(), z.unknown()) }),
    can: 'room.look',
  }),
  save: post('/admin/v1/probe/save', {
    input: z.object({
      name: field(
        words('名称', '名称'),
        z.string().check(z.trim(), z.minLength(1), z.maxLength(10)),
      ),
      count: z.optional(field(words('数量', '数量'), z.int().check(z.gte(1), z.lte(5)))),
      sizes: z.optional(Sizes),
      key: z.optional(secret(words('推送密钥', '推送密钥'), z.string())),
    }),
    data: z.object({ name: z.string() }),
    can: 'login',
    audit: words('保存', 'Saved'),
  }),
  fail: post('/admin/v1/probe/fail', { can: 'public' }),
  clash: post('/admin/v1/probe/clash', { can: 'public', audit: words('冲突', 'Clashed') }),
  file: get('/admin/v1/probe/file', { can: 'public', download: true }),
})

let server: HttpServer
let audited: AuditEntry[] = []
beforeEach(() => {
  audited = []
})
beforeAll(async () => {
  server = await createServer({
    log: pino({ level: 'silent' }),
    ping: async () => {},
    consoleDir: tmpdir(),
  })
  const implementations = implement(api, {
    list: async ({ input }) => ({ echo: { ...input } }),
    // What the contract does not declare must not reach the wire.
    save: async ({ input, audit }) => {
      audit({ target: input.name, after: { name: input.name } })
      return { name: input.name, password_hash: 'leak' }
    },
    fail: async () => {
      throw new Error('connection to 10.0.0.7 lost')
    },
    clash: async () => {
      throw conflict(words('用户名已被使用', 'This user name is taken'))
    },
    file: async () => new Download('收入 1.csv', 'text/csv', Readable.from(['a,b'])),
  })
  register(server.http, implementations, {
    isAway: () => false,
    authenticate: async (token) => {
      if (token === 'looker') return { ...visitor, uid: 'u1', actions: new Set(['room.look']) }
      if (token === 'anybody') return { ...visitor, uid: 'u2' }
      throw fault(1002, words('请重新登录', 'Log in again'))
    },
    audit: async (entry, work) => {
      const result = await work()
      audited.push(entry)
      return result
    },
    viewAs: async (actor) => actor,
    visit: () => {},
    files: { take: async () => 'kept', drop: async () => {} },
  })
})
afterAll(() => server.close())

const auth = { token: 'looker', authorization: 'Bearer looker' }
const JSON_TYPE = { 'content-type': 'application/json' }

interface Answered {
  name?: string
  need?: string
  echo?: Record<string, unknown>
  fields?: Record<string, string>
  trace_id?: string
}

async function query(search: string, headers: Record<string, string> = auth) {
  const answer = await server.http.inject({ url: `/admin/v1/probe/list?${search}`, headers })
  return answer.json<Envelope<Answered>>()
}

async function send(path: string, payload: string, headers: Record<string, string> = JSON_TYPE) {
  const answer = await server.http.inject({
    method: 'POST',
    url: `/admin/v1/probe/${path}`,
    headers: { ...auth, ...headers },
    payload,
  })
  return { status: answer.statusCode, ...answer.json<Envelope<Answered>>() }
}
const save = (body: object) => send('save', JSON.stringify(body))

test('a call answers what the contract declares, no more', async () => {
  expect(await save({ name: ' 甲 ' })).toEqual({
    status: 200,
    code: 0,
    msg: 'success',
    data: { name: '甲' },
  })
})

test('without a token 1002, with two that differ as well, without the right 1003 that names it', async () => {
  expect((await query('', {})).code).toBe(1002)
  expect((await query('', { token: 'looker', authorization: 'Bearer other' })).code).toBe(1002)
  expect((await query('', { token: 'looker' })).code).toBe(0)
  expect((await query('', { authorization: 'looker' })).code).toBe(0)
  const refused = await query('', { token: 'anybody' })
  expect(refused).toMatchObject({ code: 1003, data: { need: 'room.look' } })
})

test('a query is read by the types of its schema; unknown parameters are ignored', async () => {
  const { data } = await query('page=2&ids=3,4&keyword=&colour=red')
  expect(data.echo).toEqual({ page: 2, page_size: 20, ids: [3, 4] })
})

test('a query is text, whatever type a client gives the body that it does not have', async () => {
  expect((await query('page=2', { ...auth, ...JSON_TYPE })).data.echo?.['page']).toBe(2)
})

test.each([
  ['page=x', 'page', '页码不是一个有效的数字'],
  ['page=0', 'page', '页码须在1-10000之间'],
  ['page=10001', 'page', '页码须在1-10000之间'],
  ['page=1e9', 'page', '页码不是一个有效的数字'],
  ['page_size=201', 'page_size', '每页条数须在1-200之间'],
  ['page=1&page=2', 'page', '页码不是一个有效的数字'],
  ['ids=1,b', 'ids.1', expect.any(String)],
  ['sort_by=password', 'sort_by', expect.any(String)],
  [`keyword=${'长'.repeat(51)}`, 'keyword', '关键词最多50个字符'],
])('the query %s is answered with a message at %s', async (search, name, message) => {
  const { code, data, msg } = await query(search)
  expect(code).toBe(1001)
  expect(data.fields).toEqual({ [name]: message })
  expect(msg).toBe(data.fields?.[name])
})

test.each([
  [{}, { name: '请输入名称' }],
  [{ name: 5 }, { name: '名称不是一个有效的字符串' }],
  [{ name: '   ' }, { name: '名称不能为空字符' }],
  [{ name: '一二三四五六七八九十一' }, { name: '名称最多10个字符' }],
  [{ name: '甲', count: '3' }, { count: '数量不是一个有效的数字' }],
  [{ name: '甲', count: 9 }, { count: '数量须在1-5之间' }],
  [{ name: '甲', colour: 'red' }, { colour: '不认识的字段colour' }],
  [
    { name: '甲', sizes: [{ width: 1, depth: 2 }] },
    { 'sizes.0.depth': '不认识的字段sizes.0.depth' },
  ],
  [{ name: '甲\u0000乙' }, { name: '名称含有空字符，请删除后重试' }],
  [{ name: '断网\ud83d' }, { name: '名称含有不完整的字符，请删除后重试' }],
  [{ name: '甲', key: '\ude00x' }, { key: '推送密钥含有不完整的字符，请删除后重试' }],
  [{ colour: 'red' }, { name: '请输入名称', colour: '不认识的字段colour' }],
])('the body %j is refused field by field', async (body, fields) => {
  const answer = await save(body)
  expect(answer).toMatchObject({ status: 200, code: 1001 })
  expect(answer.data.fields).toEqual(fields)
  expect(audited).toEqual([])
})

const withUnknown = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 1]))

test('of unknown fields twenty are named, and beyond that nothing else is looked at', async () => {
  const named = Object.fromEntries(
    Object.keys(withUnknown(20)).map((key) => [key, `不认识的字段${key}`]),
  )
  expect((await save(withUnknown(20))).data.fields).toEqual({ name: '请输入名称', ...named })
  const more = { ...named, '': '不认识的字段太多，只列出前20个' }
  expect((await save(withUnknown(21))).data.fields).toEqual(more)
  expect((await save(withUnknown(70_000))).data.fields).toEqual(more)
  const sizes = Array.from({ length: 30_000 }, () => ({ width: 1, depth: 2 }))
  const { fields } = (await save({ name: '甲', sizes })).data
  expect(Object.keys(fields ?? {})).toHaveLength(21)
  expect(fields).toMatchObject({ 'sizes.19.depth': '不认识的字段sizes.19.depth' })
})

test('however long a name is, and however much is wrong, the answer is short', async () => {
  const long = await save({ name: '甲', ['k'.repeat(1_000_000)]: 1 })
  expect(long.data.fields).toEqual({ ['k'.repeat(100)]: `不认识的字段${'k'.repeat(100)}` })
  const sizes = Array.from({ length: 100_000 }, () => 1)
  const { fields } = (await save({ name: '甲', sizes })).data
  expect(Object.keys(fields ?? {})).toHaveLength(200)
})

test.each([
  ['no JSON', '{"name":', '请求内容不是有效的JSON'],
  ['nothing', '', '请求内容为空，请填写后重试'],
  ['an array', '[1]', '请求内容须为一个对象'],
  ['a text', '"x"', '请求内容须为一个对象'],
  ['a prototype', '{"name":"甲","__proto__":{"admin":true}}', '请求内容不是有效的JSON'],
  ['a constructor', '{"name":"甲","constructor":{"prototype":{}}}', expect.any(String)],
])('a body that is %s is refused in words', async (_what, payload, msg) => {
  expect(await send('save', payload)).toMatchObject({ status: 200, code: 1001, msg })
})

test('a form-encoded body is read by the same schema', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send('save', 'name=%E7%94%B2&count=3', form)).data).toEqual({ name: '甲' })
  expect((await send('save', 'name=a&count=x', form)).data.fields).toHaveProperty('count')
  expect((await send('save', 'name=a&__proto__=x', form)).data.fields).toHaveProperty('__proto__')
})

test('other formats are refused in words', async () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  const broken = await send('save', '--x\r\nno end', multipart)
  expect(broken).toMatchObject({
    status: 200,
    code: 1001,
    msg: expect.stringContaining('请求格式不支持'),
  })
  expect((await send('save', '<a/>', { 'content-type': 'text/xml' })).code).toBe(1001)
})

test('a body over the limit is 413, still in the envelope', async () => {
  const { status, code, msg } = await save({ name: 'x'.repeat(1_100_000) })
  expect({ status, code, msg }).toEqual({
    status: 413,
    code: 1001,
    msg: '请求内容过大，请减少后重试',
  })
})

test('SQL and script in a text are text', async () => {
  for (const name of ["';drop--", '<script>', '{{7*7}}', '😀', '\u202e%00']) {
    expect((await save({ name })).data.name).toBe(name)
  }
})

test('an error that nobody foresaw is 5000 with an id, and never says what it was', async () => {
  const answer = await server.http.inject({ method: 'POST', url: '/admin/v1/probe/fail' })
  expect(answer.statusCode).toBe(500)
  const { code, data, msg } = answer.json<Envelope<Answered>>()
  expect({ code, msg }).toEqual({ code: 5000, msg: '服务器错误，请稍后重试' })
  expect(data.trace_id).toBe(answer.headers['x-request-id'])
  expect(answer.body).not.toContain('10.0.0.7')
})

test('a business error is HTTP 200 with its code, and leaves no audit row', async () => {
  const answer = await send('clash', '{}')
  expect(answer).toEqual({ status: 200, code: 1006, msg: '用户名已被使用', data: null })
  expect(audited).toEqual([])
})

test('a success leaves one audit row, without the secrets', async () => {
  await save({ name: '甲', key: 'sk-1' })
  expect(audited).toHaveLength(1)
  expect(audited[0]).toMatchObject({
    action: 'probe.save',
    actor: { uid: 'u1' },
    target: '甲',
    input: { name: '甲', key: '***' },
    after: { name: '甲' },
  })
})

test('a file comes with its name', async () => {
  const answer = await server.http.inject({ url: '/admin/v1/probe/file' })
  expect(answer.body).toBe('a,b')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('收入 1.csv')}`,
  })
})

async function requestIdFor(given: string) {
  const headers = { 'x-request-id': given }
  return (await server.http.inject({ url: '/healthz', headers })).headers['x-request-id']
}

test('every answer carries its request id; one that a proxy gave is kept, a strange one is not', async () => {
  expect(await requestIdFor('proxy-12345678')).toBe('proxy-12345678')
  expect(await requestIdFor('<script>alert(1)</script>')).toMatch(/^[\w-]+$/)
})
