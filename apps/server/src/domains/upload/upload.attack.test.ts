import { once } from 'node:events'
import { request } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { filesOf, picture, put, rowsOf, ticketFor, upload } from './upload.fixture.ts'

const MEGABYTE = 1024 * 1024

let server: TestServer
let base: string
let me: Login

beforeAll(async () => {
  server = await bootServer()
  base = await server.listen()
  me = await server.login('operator')
})
afterAll(() => server.close())

const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG whose header says it is this large; `more` comes before its pixels. */
function png(width: number, height: number, pixels: Buffer, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Text that takes a few kilobytes and unpacks to `bytes`. */
const textBomb = (bytes: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(bytes))]))

const NOT_A_PICTURE = '文件不是有效的PNG、JPEG、WEBP图片，请换一张'
const TOO_MANY_PIXELS = '图片不能超过4000万像素，请缩小后再上传'
const TOO_LONG = '图片边长不能超过30000像素，请裁剪后再上传'
const DAMAGED = '图片已损坏或不完整，请换一张'

const refused: [string, () => Buffer | Promise<Buffer>, string][] = [
  ['a page', () => Buffer.from(`<!doctype html>${SCRIPT}`), NOT_A_PICTURE],
  ['a program', () => Buffer.from('MZ\x90\0\x03'), NOT_A_PICTURE],
  ['an SVG with a script', () => Buffer.from(SVG), NOT_A_PICTURE],
  ['a GIF that is called PNG', () => picture('gif', [10, 10]), NOT_A_PICTURE],
  ['a GIF that is a script', () => Buffer.from('GIF89a/*\0\0*/=1;alert(1)'), NOT_A_PICTURE],
  ['a TIFF', () => picture('tiff', [10, 10]), NOT_A_PICTURE],
  ['the beginning of a PNG', () => SIGNATURE, NOT_A_PICTURE],
  ['a PNG of 30000 by 30000', () => png(30_000, 30_000, deflateSync('')), TOO_MANY_PIXELS],
  ['a PNG of one row too many', () => png(8_000, 5_001, deflateSync('')), TOO_MANY_PIXELS],
  ['a PNG of one endless line', () => png(1, 30_001, deflateSync('')), TOO_LONG],
  ['half a PNG', async () => half(await noise('png')), DAMAGED],
  ['half a JPEG', async () => half(await noise('jpeg')), DAMAGED],
  ['half a WebP', async () => half(await noise('webp')), NOT_A_PICTURE],
  ['a PNG without pixels', () => png(100, 100, deflateSync('')), DAMAGED],
]

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

/** Pixels that cannot be packed, so that half of the bytes is half of the picture. */
const noise = (format: 'png' | 'jpeg' | 'webp') =>
  sharp(Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * 2_654_435_761) >>> 24)), {
    raw: { width: 200, height: 200, channels: 3 },
  })
    .toFormat(format)
    .toBuffer()

test.each(refused)('%s is refused and nothing of it is kept', async (_name, make, msg) => {
  const answer = await upload(server, base, me, await make())
  expect(answer).toMatchObject({ code: 1001, msg, data: { fields: { upload_id: msg } } })
  expect(await rowsOf(server)).toEqual([])
  expect(filesOf(server)).toEqual([])
})

const keptBytes = async (url: string) => Buffer.from(await (await fetch(base + url)).arrayBuffer())

const ZIP = Buffer.from('504b0304140000000800', 'hex')

const polyglots: [string, () => Promise<Buffer>][] = [
  [
    'a page behind a PNG',
    async () => Buffer.concat([await picture('png', [9, 9]), Buffer.from(SCRIPT)]),
  ],
  [
    'a page behind a JPEG',
    async () => Buffer.concat([await picture('jpeg', [9, 9]), Buffer.from(SCRIPT)]),
  ],
  [
    'an archive behind a WebP',
    async () => Buffer.concat([await picture('webp', [9, 9]), ZIP, Buffer.from(SCRIPT)]),
  ],
  ['a script in the comment of a JPEG', async () => withComment(await picture('jpeg', [9, 9]))],
  [
    'a script in the text of a PNG',
    async () =>
      png(9, 9, deflateSync(Buffer.alloc(90)), chunk('tEXt', Buffer.from(`a\0${SCRIPT}`))),
  ],
]

function withComment(jpeg: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(SCRIPT), jpeg.subarray(2)])
}

test.each(polyglots)('of %s only the picture is kept', async (_name, make) => {
  const sent = await make()
  expect(sent.toString('latin1')).toContain(SCRIPT)
  const { code, data } = await upload(server, base, me, sent)
  expect(code).toBe(0)
  const kept = await keptBytes(data.url)
  expect(kept.toString('latin1')).not.toContain('script')
  expect(kept.includes(ZIP)).toBe(false)
  expect(kept.subarray(0, 4).toString()).toBe('RIFF')
  // Its own length says where it ends: nothing comes after.
  expect(kept.readUInt32LE(4) + 8).toBe(kept.length)
})

test('a picture that unpacks to half a gigabyte takes little memory', async () => {
  const bomb = png(9, 9, deflateSync(Buffer.alloc(90)), textBomb(512 * MEGABYTE))
  expect(bomb.length).toBeLessThan(MEGABYTE)
  const before = process.memoryUsage().rss
  let most = before
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  const { code } = await upload(server, base, me, bomb)
  clearInterval(looking)
  expect([0, 1001]).toContain(code)
  expect(most - before).toBeLessThan(200 * MEGABYTE)
})

test('the declared type and the name are not trusted', async () => {
  const jpeg = await picture('jpeg', [10, 10])
  const ticket = await ticketFor(server, me, jpeg.length, 'image/png')
  expect((await put(base, ticket, jpeg)).code).toBe(0)
  const svg = Buffer.from(SVG)
  const lying = await ticketFor(server, me, svg.length, 'image/png')
  const sent = { ...lying, headers: { 'content-type': 'text/html' } }
  expect((await put(base, sent, svg)).code).toBe(0)
  expect((await fetch(`${base}/common/upload/file/${lying.upload_id}`)).status).toBe(404)
})

/** Without the tidying that `fetch` does to an address. */
async function getRaw(path: string) {
  const url = new URL(base)
  const sent = request({ host: url.hostname, port: url.port, path }).end()
  const [answer] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const part of answer) chunks.push(part)
  return { status: answer.statusCode, body: Buffer.concat(chunks).toString() }
}

test.each([
  'x'.repeat(200),
  '../../../secret.key',
  '..%2f..%2fsecret.key',
  '%2e%2e%2f%2e%2e%2fsecret.key',
  '..%5c..%5csecret.key',
  '%252e%252e%252fsecret.key',
  '%00',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV%00',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '01arz3ndektsv4rrffq69g5fav',
  '',
  '..',
])('%s is no file', async (path) => {
  const { status, body } = await getRaw(`/common/upload/file/${path}`)
  expect([status, JSON.parse(body)]).toEqual([
    404,
    { code: 1005, msg: '请求的资源不存在', data: null },
  ])
})

test('only checked files are served', async () => {
  const bytes = await picture('png', [10, 10])
  const { upload_id, ...ticket } = await ticketFor(server, me, bytes.length)
  const status = async () => (await getRaw(`/common/upload/file/${upload_id}`)).status
  expect(await status()).toBe(404)
  await put(base, ticket, bytes)
  expect(await status()).toBe(404)
})

test('an unreadable address gets an answer in the envelope too', async () => {
  const { status, body } = await getRaw('/common/upload/file/%zz')
  expect([status, JSON.parse(body)]).toEqual([
    400,
    { code: 1001, msg: '请求地址不正确', data: null },
  ])
})
