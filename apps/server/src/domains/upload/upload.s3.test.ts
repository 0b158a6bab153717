import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import type { UploadTicket } from '@kaibo/contract/upload/upload.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { testClock } from '@kaibo/testkit/clock.ts'
import { startStorage, type TestStorage } from '@kaibo/testkit/s3.ts'
import type { S3Settings } from '#platform/blob/s3.ts'
import { picture, rowsOf, ticketFor } from './upload.fixture.ts'

const { config, complete } = uploadApi

/** The storage's own clock: as far from the server's as a test makes it. */
const clock = testClock()
let storage: TestStorage
let server: TestServer
let base: string
let me: Login
let bytes: Buffer

const settings = (changes: Partial<S3Settings> = {}): S3Settings => ({
  endpoint: storage.endpoint,
  bucket: storage.bucket,
  ...storage.keys,
  pathStyle: true,
  ...changes,
})

beforeAll(async () => {
  storage = await startStorage(clock)
  server = await bootServer({ config: { s3: settings() } })
  base = await server.listen()
  me = await server.login('operator')
  bytes = await picture('png', [800, 400])
})
afterAll(async () => {
  await server.close()
  await storage.close()
})
afterEach(async () => {
  storage.failWith(undefined)
  storage.objects.clear()
  clock.set(server.clock.now())
  await server.db.query.deleteFrom('upload').execute()
})

const put = ({ url, headers }: Pick<UploadTicket, 'url' | 'headers'>, body: Buffer) =>
  fetch(url, { method: 'PUT', headers, body })

test('a picture goes straight to the storage, and comes back through the server', async () => {
  expect((await server.call(config, {}, me)).data.storage).toBe('s3')
  const ticket = await ticketFor(server, me, bytes.length)
  expect(new URL(ticket.url).origin).toBe(storage.endpoint)
  expect((await put(ticket, bytes)).status).toBe(200)
  expect([...storage.objects.keys()]).toEqual([`incoming/${ticket.upload_id}`])

  const { code, data } = await server.call(complete, { upload_id: ticket.upload_id }, me)
  expect([code, data]).toMatchObject([0, { type: 'image/webp', width: 512, height: 256 }])
  expect([...storage.objects.keys()]).toEqual([`kept/${ticket.upload_id}`])
  const answer = await fetch(base + data.url)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(
    storage.objects.get(`kept/${ticket.upload_id}`),
  )
  expect(existsSync(join(server.dataDir, 'uploads'))).toBe(false)
})

test('the page’s policy allows requests to the storage and no other host', async () => {
  const policy = (await fetch(base)).headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toContain(`connect-src 'self' blob: ${storage.endpoint}`)
  const plain = await bootServer()
  const own = await plain.app.http.inject({ url: '/' })
  expect(String(own.headers['content-security-policy']).split('; ')).toContain(
    `connect-src 'self' blob:`,
  )
  await plain.close()
})

test.each<[string, (ticket: UploadTicket) => [Pick<UploadTicket, 'url' | 'headers'>, Buffer]]>([
  ['another type', (t) => [{ ...t, headers: { 'content-type': 'text/html' } }, bytes]],
  ['no type', (t) => [{ ...t, headers: {} }, bytes]],
  ['more bytes', (t) => [t, Buffer.concat([bytes, bytes])]],
  ['fewer bytes', (t) => [t, bytes.subarray(1)]],
  ['another path', (t) => [{ ...t, url: t.url.replace('/incoming/', '/kept/') }, bytes]],
  ['a longer time', (t) => [{ ...t, url: t.url.replace('Expires=600', 'Expires=6000') }, bytes]],
])('the storage takes nothing with %s', async (_name, change) => {
  const sent = change(await ticketFor(server, me, bytes.length))
  const answer = await put(...sent)
  expect([answer.status, await answer.text()]).toEqual([
    403,
    expect.stringContaining('SignatureDoesNotMatch'),
  ])
  expect(storage.objects.size).toBe(0)
})

test('the address is valid for ten minutes', async () => {
  const ticket = await ticketFor(server, me, bytes.length)
  clock.advance(600_001)
  const answer = await put(ticket, bytes)
  expect([answer.status, await answer.text()]).toEqual([
    403,
    expect.stringContaining('AccessDenied'),
  ])
})

test('the bucket may be part of the host name', async () => {
  const endpoint = storage.endpoint.replace('127.0.0.1', 'localhost')
  const virtual = await bootServer({ config: { s3: settings({ endpoint, pathStyle: false }) } })
  const someone = await virtual.login('operator')
  const { url, headers, upload_id } = await ticketFor(virtual, someone, bytes.length)
  const { host, port, pathname, search } = new URL(url)
  expect(host).toBe(`kaibo-test.localhost:${port}`)
  // No name server knows such a host: it is said in the header and nowhere else.
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'PUT',
    path: pathname + search,
    headers: { ...headers, host, 'content-length': bytes.length },
  }).end(bytes)
  const [answer] = await once(sent, 'response')
  answer.resume()
  expect(answer.statusCode).toBe(200)
  expect([...storage.objects.keys()]).toEqual([`incoming/${upload_id}`])
  await virtual.close()
})

test('a missing file and one that is no picture are refused', async () => {
  const { upload_id } = await ticketFor(server, me, bytes.length)
  expect(await server.call(complete, { upload_id }, me)).toMatchObject({
    code: 1006,
    msg: '文件没有传到，请重新上传',
  })
  const page = Buffer.from('<!doctype html>')
  const ticket = await ticketFor(server, me, page.length)
  await put(ticket, page)
  const answer = await server.call(complete, { upload_id: ticket.upload_id }, me)
  expect(answer).toMatchObject({ code: 1001, data: { fields: { upload_id: expect.any(String) } } })
  expect(storage.objects.size).toBe(0)
  expect(await rowsOf(server)).toEqual([])
})

test('a file larger than the signed size is refused even if the storage accepted it', async () => {
  const { upload_id } = await ticketFor(server, me, bytes.length)
  storage.objects.set(`incoming/${upload_id}`, Buffer.alloc(5 * 1024 * 1024 + 1))
  expect(await server.call(complete, { upload_id }, me)).toMatchObject({
    code: 1001,
    data: { fields: { upload_id: '文件不能超过5 MB，请缩小后再上传' } },
  })
})

test('orphans are removed from the storage as well', async () => {
  const ticket = await ticketFor(server, me, bytes.length)
  await put(ticket, bytes)
  server.clock.advance(3_600_001)
  clock.set(server.clock.now())
  await server.app.uploads.collect()
  expect(storage.objects.size).toBe(0)
  expect(await rowsOf(server)).toEqual([])
  me = await server.login('operator')
})

test('an error of the storage is reported, and its files are removed later', async () => {
  const ticket = await ticketFor(server, me, bytes.length)
  await put(ticket, bytes)
  storage.failWith(503)
  expect(await server.call(complete, { upload_id: ticket.upload_id }, me)).toMatchObject({
    code: 1008,
    msg: '文件存储没有响应，请稍后重试',
  })
  expect((await rowsOf(server)).map(({ state }) => state)).toEqual(['removing'])
  storage.failWith(undefined)
  server.clock.advance(600_001)
  clock.set(server.clock.now())
  await server.app.uploads.collect()
  expect(storage.objects.size).toBe(0)
})

test.each([
  [
    'a wrong secret',
    { secretAccessKey: 'wrong' },
    5000,
    '文件存储拒绝了请求，请联系管理员检查S3设置',
  ],
  ['no such key', { accessKeyId: 'wrong' }, 5000, '文件存储拒绝了请求，请联系管理员检查S3设置'],
  ['another region', { region: 'wrong' }, 5000, '文件存储拒绝了请求，请联系管理员检查S3设置'],
  ['nobody there', { endpoint: 'http://127.0.0.1:1' }, 1008, '文件存储没有响应，请稍后重试'],
])('%s in the settings is said without telling it', async (_name, wrong, code, msg) => {
  const other = await bootServer({ config: { s3: settings(wrong) } })
  const someone = await other.login('operator')
  const { upload_id } = await ticketFor(other, someone, bytes.length)
  const answer = await other.call(complete, { upload_id }, someone)
  expect(answer).toMatchObject({ code, msg })
  expect(JSON.stringify(answer)).not.toContain('wrong')
  await other.close()
})
