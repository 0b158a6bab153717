import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import type { UploadTicket } from '@kaibo/contract/upload/upload.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { filesOf, picture, put, rowsOf, ticketFor } from './upload.fixture.ts'

const MAX_BYTES = 5 * 1024 * 1024

let server: TestServer
let base: string
let me: Login

beforeAll(async () => {
  server = await bootServer()
  base = await server.listen()
  me = await server.login('operator')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.query.deleteFrom('upload').execute()
  rmSync(join(server.dataDir, 'uploads'), { recursive: true, force: true })
  mkdirSync(join(server.dataDir, 'uploads/incoming'), { recursive: true })
})

const nothingIsLeft = async () => {
  expect(await rowsOf(server)).toEqual([])
  expect(filesOf(server)).toEqual([])
}

/** A PUT as a browser sends it, with the given headers; `write` may stop in the middle. */
async function sendRaw(
  ticket: UploadTicket,
  headers: Record<string, string | number>,
  body: Buffer[],
) {
  const sent = request(new URL(ticket.url, base), { method: 'PUT', headers })
  for (const part of body) sent.write(part)
  sent.end()
  const [answer] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { status: answer.statusCode, ...JSON.parse(Buffer.concat(chunks).toString()) }
}

test('an address works once, and only for its own upload', async () => {
  const bytes = await picture('png', [10, 10])
  const [ticket, another] = await Promise.all([
    ticketFor(server, me, bytes.length),
    ticketFor(server, me, bytes.length),
  ])
  const swapped = ticket.url.replace(ticket.upload_id, another.upload_id)
  expect(await put(base, { ...ticket, url: swapped }, bytes)).toMatchObject({ code: 1003 })
  expect((await put(base, ticket, bytes)).code).toBe(0)
  expect(await put(base, ticket, bytes)).toMatchObject({
    status: 200,
    code: 1006,
    msg: '上传地址已经用过，请重新上传',
  })
})

test('of two concurrent PUTs one is accepted', async () => {
  const bytes = await picture('png', [300, 300])
  const ticket = await ticketFor(server, me, bytes.length)
  const codes = await Promise.all([put(base, ticket, bytes), put(base, ticket, bytes)])
  expect(codes.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 1006])
  expect(filesOf(server)).toEqual([`incoming/${ticket.upload_id}`])
})

const tampered: [string, (url: URL) => void][] = [
  ['a longer time', (url) => url.searchParams.set('expires', '9999999999999')],
  ['another signature', (url) => url.searchParams.set('signature', 'x'.repeat(43))],
  ['a short signature', (url) => url.searchParams.set('signature', 'x')],
  ['no signature', (url) => url.searchParams.delete('signature')],
  ['two times', (url) => url.searchParams.append('expires', '1')],
  ['a made-up upload', (url) => (url.pathname = '/common/upload/put/01ARZ3NDEKTSV4RRFFQ69G5FAV')],
  ['a path', (url) => (url.pathname = '/common/upload/put/..%2f..%2fsecret.key')],
]
test.each(tampered)('an address with %s is refused', async (_name, change) => {
  const ticket = await ticketFor(server, me, 10)
  const url = new URL(ticket.url, base)
  change(url)
  expect(await put(base, { ...ticket, url: url.href }, Buffer.alloc(10))).toMatchObject({
    status: 200,
    code: 1003,
    msg: '上传地址无效，请重新上传',
  })
  expect(filesOf(server)).toEqual([])
})

test('an address is valid for ten minutes', async () => {
  const [early, late] = [await ticketFor(server, me, 10), await ticketFor(server, me, 10)]
  server.clock.advance(599_999)
  expect((await put(base, early, Buffer.alloc(10))).code).toBe(0)
  server.clock.advance(1)
  expect(await put(base, late, Buffer.alloc(10))).toMatchObject({
    code: 1006,
    msg: '上传地址已过期，请重新上传',
  })
})

test('more than the limit is refused, whether the length is announced or not', async () => {
  const said = await ticketFor(server, me, MAX_BYTES)
  const part = Buffer.alloc(1024 * 1024)
  const tooMuch = Array.from({ length: 6 }, () => part)
  const words = { status: 413, code: 1001, msg: '文件不能超过5 MB，请缩小后再上传' }
  const length = { 'content-length': MAX_BYTES + 1024 * 1024 }
  expect(await sendRaw(said, length, tooMuch)).toMatchObject(words)
  // Nothing was stored: the ticket is still valid.
  expect((await rowsOf(server)).map(({ state }) => state)).toEqual(['waiting'])
  expect(await sendRaw(said, { 'transfer-encoding': 'chunked' }, tooMuch)).toMatchObject(words)
  await nothingIsLeft()
})

test.each([9, 11])('%i bytes are not the 10 that were announced', async (length) => {
  const fields = { size: '文件大小与申请上传时不符，请重新选择文件' }
  const ticket = await ticketFor(server, me, 10)
  const body = Buffer.alloc(length)
  expect(await put(base, ticket, body)).toMatchObject({ code: 1001, data: { fields } })
  expect(await sendRaw(ticket, { 'transfer-encoding': 'chunked' }, [body])).toMatchObject({
    code: 1001,
    data: { fields },
  })
  await nothingIsLeft()
})

test('an empty body is refused', async () => {
  const ticket = await ticketFor(server, me, 10)
  expect(await put(base, ticket, '')).toMatchObject({ code: 1001 })
})

test('an interrupted upload leaves no file', async () => {
  const ticket = await ticketFor(server, me, 100_000)
  const file = join(server.dataDir, 'uploads/incoming', `${ticket.upload_id}.new`)
  const headers = { 'content-length': 100_000 }
  const sent = request(new URL(ticket.url, base), { method: 'PUT', headers })
  sent.on('error', () => {})
  sent.write(Buffer.alloc(50_000))
  await expect.poll(() => existsSync(file)).toBe(true)
  sent.destroy()
  await expect.poll(() => rowsOf(server)).toEqual([])
  await nothingIsLeft()
})

/** /dev/full: writing to it fails as on a full disk. */
function fillDisk(key: string): void {
  const path = join(server.dataDir, 'uploads', `${key}.new`)
  mkdirSync(join(path, '..'), { recursive: true })
  symlinkSync('/dev/full', path)
}

test.skipIf(!existsSync('/dev/full'))(
  'a full disk says so, and nothing is left on it',
  async () => {
    const words = {
      code: 5000,
      msg: '服务器磁盘空间不足，没有保存，请联系管理员清理后重试',
    }
    const bytes = await picture('png', [10, 10])
    const first = await ticketFor(server, me, bytes.length)
    fillDisk(`incoming/${first.upload_id}`)
    expect(await put(base, first, bytes)).toMatchObject(words)
    await nothingIsLeft()

    const { upload_id, ...second } = await ticketFor(server, me, bytes.length)
    expect((await put(base, second, bytes)).code).toBe(0)
    fillDisk(`kept/${upload_id}`)
    expect(await server.call(uploadApi.complete, { upload_id }, me)).toMatchObject(words)
    await nothingIsLeft()
  },
)
