import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { filesOf, picture, put, rowsOf, ticketFor, upload } from './upload.fixture.ts'

const { config, preUrl, complete } = uploadApi

let server: TestServer
let base: string
let me: Login
let other: Login

beforeAll(async () => {
  server = await bootServer()
  base = await server.listen()
  me = await server.login('operator')
  other = await server.login('operator')
})
afterAll(() => server.close())

const draft = { kind: 'avatar', filename: '我.png', size: 100, type: 'image/png' } as const

test('the limits can be read before an upload', async () => {
  expect((await server.call(config, {}, me)).data).toMatchObject({
    storage: 'disk',
    kinds: {
      avatar: {
        max_bytes: 5_242_880,
        types: ['image/png', 'image/jpeg', 'image/webp'],
        max_pixels: 40_000_000,
        keep_side: 512,
      },
      sheet: {
        max_bytes: 5_242_880,
        types: [
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          'text/csv',
          'application/vnd.ms-excel',
        ],
      },
    },
  })
})

test('a picture is uploaded in three steps and served small, upright and as WebP', async () => {
  const bytes = await picture('png', [1_200, 600])
  const ticket = await ticketFor(server, me, bytes.length)
  expect(ticket).toEqual({
    upload_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    url: expect.stringMatching(
      /^\/common\/upload\/put\/[0-9A-Z]{26}\?expires=\d+&signature=[\w-]+$/,
    ),
    headers: { 'content-type': 'image/png' },
    expires_at: server.clock.now() + 600_000,
  })
  expect(await put(base, ticket, bytes)).toMatchObject({ status: 200, code: 0, data: null })

  const { upload_id } = ticket
  const { code, data } = await server.call(complete, { upload_id }, me)
  expect([code, data]).toEqual([
    0,
    {
      upload_id,
      url: `/common/upload/file/${upload_id}`,
      type: 'image/webp',
      bytes: expect.any(Number),
      width: 512,
      height: 256,
      ms: null,
    },
  ])
  const answer = await fetch(base + data.url)
  const kept = Buffer.from(await answer.arrayBuffer())
  expect(kept.length).toBe(data.bytes)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(data.bytes),
    'content-disposition': `inline; filename="avatar-${upload_id}.webp"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; sandbox`,
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256 })
  // The received file is deleted; the picture made from it is kept.
  expect(filesOf(server)).toEqual([`kept/${upload_id}`])
})

test('a photograph is turned upright and loses its location', async () => {
  const taken = { IFD0: { Copyright: 'SECRET-PLACE' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } }
  const bytes = await sharp(await picture('jpeg', [400, 200]))
    .withExif(taken)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(bytes.toString('latin1')).toContain('SECRET-PLACE')
  const { data } = await upload(server, base, me, bytes)
  expect(data).toMatchObject({ width: 200, height: 400 })
  const kept = Buffer.from(await (await fetch(base + data.url)).arrayBuffer())
  const { exif, icc, xmp, orientation } = await sharp(kept).metadata()
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  // Its red left half is on top now.
  const { data: pixels } = await sharp(kept).raw().toBuffer({ resolveWithObject: true })
  expect(pixels[0]).toBeGreaterThan(200)
  expect(pixels.at(-1)).toBeGreaterThan(200)
})

test('the call’s path works with and without its final slash', async () => {
  const url = '/common/upload/pre_url'
  const headers = { authorization: `Bearer ${me.token}` }
  for (const path of [url, `${url}/`]) {
    const answer = await server.app.http.inject({
      url: path,
      query: { ...draft, size: '100' },
      headers,
    })
    expect(answer.json()).toMatchObject({ code: 0, data: { upload_id: expect.any(String) } })
  }
})

test.each([
  [{ size: 5_242_881 }, { size: '文件大小不能超过5 MB' }],
  [{ type: 'image/svg+xml' }, { type: '文件类型只能是PNG、JPEG、WEBP' }],
  [{ type: 'text/html' }, { type: '文件类型只能是PNG、JPEG、WEBP' }],
  [{ size: 0 }, { size: '文件大小最小值为1' }],
  [{ filename: ' ' }, { filename: '文件名不能为空字符' }],
])('%j is refused before anything is sent', async (wrong, fields) => {
  const before = await rowsOf(server)
  const answer = await server.call(preUrl, { ...draft, ...wrong }, me)
  expect(answer).toMatchObject({ code: 1001, data: { fields } })
  expect(await rowsOf(server)).toEqual(before)
})

test('only the person who asked for a ticket can complete it; for others it does not exist', async () => {
  const bytes = await picture('png', [10, 10])
  const ticket = await ticketFor(server, me, bytes.length)
  await put(base, ticket, bytes)
  const ref = { upload_id: ticket.upload_id }
  expect(await server.call(complete, ref, other)).toMatchObject({ code: 1005, msg: '上传不存在' })
  expect((await server.call(complete, { upload_id: '../x' }, me)).code).toBe(1005)
  expect((await server.call(complete, ref, me)).code).toBe(0)
})

test('a repeated completion gets the same answer; two concurrent ones make one file', async () => {
  const bytes = await picture('png', [10, 10])
  const ticket = await ticketFor(server, me, bytes.length)
  const ref = { upload_id: ticket.upload_id }
  const early = await server.call(complete, ref, me)
  expect(early).toMatchObject({ code: 1006, msg: '文件还没有传完或正在检查，请稍候' })
  await put(base, ticket, bytes)
  const both = await Promise.all([server.call(complete, ref, me), server.call(complete, ref, me)])
  const again = await server.call(complete, ref, me)
  expect(again.code).toBe(0)
  // The second call arrives while the first is running, or after it: then as a repeated call whose answer was lost.
  expect(both).toContainEqual(again)
  for (const { code } of both) expect([0, 1006]).toContain(code)
})

test('the number of unused files per person is limited', async () => {
  const many = await server.login('operator')
  for (let n = 0; n < 100; n++) await ticketFor(server, many, 10)
  expect(await server.call(preUrl, draft, many)).toMatchObject({
    code: 1007,
    msg: '上传过于频繁，请稍后再试',
    data: { retry_after_s: 3_600 },
  })
  expect((await server.call(preUrl, draft, me)).code).toBe(0)
})

test('the audit row names the kept file', async () => {
  const { data } = await upload(server, base, me, await picture('png', [10, 10]))
  const row = await server.db.query
    .selectFrom('audit')
    .select(['action', 'uid', 'after_json'])
    .where('target', '=', data.upload_id)
    .executeTakeFirst()
  expect(row).toEqual({
    action: 'upload.complete',
    uid: me.uid,
    after_json: JSON.stringify(data),
  })
})
