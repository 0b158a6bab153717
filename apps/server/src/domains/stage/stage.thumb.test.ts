import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { THUMB_PUT_PATH, thumbClaim } from '@kaibo/contract/stage/thumb.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildStudio, goOnAir, type Room } from '@kaibo/testkit/build/room.build.ts'
import { signedQuery, type SigningPc } from '@kaibo/testkit/pc-query.ts'

let server: TestServer
let url: string
let operator: Login
let room: Room
let pc: SigningPc

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  url = await server.listen()
  const on = await goOnAir(server, url, operator)
  room = on.room
  pc = on.pc
})
afterAll(() => server.close())

const jpegOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()

interface Put {
  as?: SigningPc
  room_code?: string
  about?: string
  headers?: Record<string, string>
}

/** Puts a picture as a PC does. */
async function put(
  body: Buffer,
  { as = pc, room_code = room.room_code, about, headers }: Put = {},
) {
  const query = signedQuery(as, server.clock.now(), about ?? thumbClaim(room_code))
  const answer = await fetch(`${url}${THUMB_PUT_PATH}${room_code}?${query.toString()}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', ...headers },
    body: new Uint8Array(body),
  })
  const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string }
  return { status: answer.status, code, data, msg }
}
const thumb = async () =>
  (await server.call(roomApi.info, { room_code: room.room_code }, operator)).data.thumb

test('what viewers see is shown with the room, on the wall too, by an address that needs no login', async () => {
  expect(await thumb()).toBeNull()
  const sent = await jpegOf(270, 480)
  expect(await put(sent)).toMatchObject({ status: 200, data: { kept: true } })
  const shown = await thumb()
  expect(shown).toMatchObject({ at: server.clock.now() })
  const { list } = (await server.call(roomApi.wall, {}, operator)).data
  expect(list.find((one) => one.room_code === room.room_code)?.thumb).toEqual(shown)

  const picture = await fetch(url + (shown?.url ?? ''))
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect(picture.headers.get('content-security-policy')).toContain('sandbox')
  const { width, height, format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  expect({ width, height, format }).toEqual({ width: 270, height: 480, format: 'jpeg' })
  const wrong = (shown?.url ?? '').replace(/signature=.../, 'signature=AAA')
  expect((await fetch(url + wrong)).status).toBe(404)
  const other = (shown?.url ?? '').replace(room.id, '0'.repeat(26))
  expect((await fetch(url + other)).status).toBe(404)

  expect(await put(sent), 'at once again').toMatchObject({ data: { kept: false } })
  server.clock.advance(61_000)
  expect(await thumb(), 'a minute old').toBeNull()
  server.clock.advance(600_000)
  expect((await fetch(url + (shown?.url ?? ''))).status, 'for some minutes').toBe(404)
})

test('only the PC of the room puts it, for this room, and nothing but a small JPEG', async () => {
  const sent = await jpegOf(270, 480)
  const other = await buildStudio(server.platform, url)
  const theirs = { id: other.pc.id, private_key: other.pc.private_key }
  expect(await put(sent, { as: theirs })).toMatchObject({ code: 1005 })
  const wrongKey = { id: pc.id, private_key: theirs.private_key }
  expect(await put(sent, { as: wrongKey })).toMatchObject({ status: 401 })
  expect(await put(sent, { about: '' }), 'signed to connect').toMatchObject({ status: 401 })
  expect(await put(sent, { about: thumbClaim('R9') })).toMatchObject({ status: 401 })
  expect(await put(sent, { headers: { origin: 'https://example.com' } })).toMatchObject({
    status: 403,
  })
  const bad = { code: 1001, data: { fields: { thumb: '画面不是有效的JPEG' } } }
  expect(await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject(bad)
  expect(await put(sent.subarray(0, 200))).toMatchObject(bad)
  expect(await put(randomBytes(30_001))).toMatchObject({ status: 413 })
})

test('of a room off air none is kept and none is shown', async () => {
  server.clock.advance(20_000)
  expect(await put(await jpegOf(27, 48))).toMatchObject({ data: { kept: true } })
  await server.db.query
    .updateTable('room')
    .set({ state: 'ended', desired_run: 0 })
    .where('id', '=', room.id)
    .execute()
  expect(await thumb()).toBeNull()
  server.clock.advance(20_000)
  expect(await put(await jpegOf(27, 48))).toMatchObject({ data: { kept: false } })
})
