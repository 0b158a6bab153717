import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { pieceClaim, RECORDING_PUT_PATH } from '@kaibo/contract/stage/recording.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { WEBM } from '@kaibo/testkit/build/media.build.ts'
import { buildRecording } from '@kaibo/testkit/build/recording.build.ts'
import { buildStudio, goOnAir, type Room } from '@kaibo/testkit/build/room.build.ts'
import { signedQuery, type SigningPc } from '@kaibo/testkit/pc-query.ts'
import type { Lease } from '#platform/job.ts'
import type { Tables } from '#migrations/tables.ts'
import { createRecordingSweep } from './room.recording.sweep.ts'
import { RecordedWebm } from './room.recording.webm.ts'

const DAY_MS = 86_400_000
const PIECES = [WEBM.subarray(0, 250), WEBM.subarray(250, 600), WEBM.subarray(600)]

let server: TestServer
let url: string
let operator: Login
let room: Room
let run_id: string
let pc: SigningPc

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  url = await server.listen()
  const on = await goOnAir(server, url, operator)
  ;({ room, pc, run_id } = on)
})
afterAll(() => server.close())

interface Put {
  as?: SigningPc
  about?: string
  of?: string
  ms?: number
  started_at?: number
}

/** Puts a piece as a PC does. */
async function put(
  recording_id: string,
  seq: number,
  body: Buffer,
  { as = pc, about, of = run_id, ms = seq * 1_000, started_at }: Put = {},
) {
  const { room_code } = room
  const claim = about ?? pieceClaim({ room_code, recording_id, seq })
  const query = signedQuery(as, server.clock.now(), claim)
  query.set('run_id', of)
  query.set('ms', String(ms))
  if (started_at !== undefined) query.set('started_at', String(started_at))
  const path = `${RECORDING_PUT_PATH}${room_code}/${recording_id}/${seq}`
  const answer = await fetch(`${url}${path}?${query.toString()}`, {
    method: 'PUT',
    headers: { 'content-type': 'video/webm' },
    body: new Uint8Array(body),
  })
  const { code, data } = (await answer.json()) as { code: number; data: { next: number } | null }
  return { status: answer.status, code, next: data?.next }
}
const putAll = async (recording_id: string) => {
  for (const [at, piece] of PIECES.entries()) await put(recording_id, at + 1, piece)
}
const listed = async (recording_id: string) => {
  const asked = { room_code: room.room_code, page_size: 50 }
  const { data } = await server.call(roomApi.recordings, asked, operator)
  return data.list.find((one) => one.recording_id === recording_id)
}
async function read(recording_id: string, range?: string) {
  const { url: path = '' } = (await listed(recording_id)) ?? {}
  const answer = await fetch(`${url}${path}`, { headers: range === undefined ? {} : { range } })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('pieces make one file that says how long it is and where to find what', async () => {
  await putAll('recording-1')
  const once = new RecordedWebm()
  once.push(WEBM)
  const row = await listed('recording-1')
  expect(row).toMatchObject({ run_id, bytes: WEBM.length, ms: once.ms, is_open: true })
  const { answer, bytes } = await read('recording-1')
  expect(answer.headers.get('content-type')).toBe('video/webm')
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  const again = new RecordedWebm()
  again.push(bytes)
  // Its own head is all there is before the clusters, and all of it is whole
  expect(again.clustersAt).toBe(bytes.length - (once.end - (once.clustersAt ?? 0)))
  expect(again.end).toBe(bytes.length)
  expect(again.ms).toBe(once.ms)
})

test('a reader that goes on from a kept place finds what one finds that has all at once', () => {
  const once = new RecordedWebm()
  const cues = once.push(WEBM)
  expect(cues.length).toBeGreaterThan(0)
  for (const bytes of [1, 7, 250]) {
    let place = ''
    const found = []
    for (let at = 0; at < WEBM.length; at += bytes) {
      const reader = new RecordedWebm(place)
      found.push(...reader.push(WEBM.subarray(at, at + bytes)))
      place = reader.place
    }
    expect(found).toEqual(cues)
    expect(place).toBe(once.place)
  }
})

test('what an address leads to stays the same file while more pieces come', async () => {
  const [first = WEBM, second = WEBM, third = WEBM] = PIECES
  await put('recording-9', 1, first)
  await put('recording-9', 2, second)
  const { url: path = '' } = (await listed('recording-9')) ?? {}
  const opened = async () => Buffer.from(await (await fetch(`${url}${path}`)).arrayBuffer())
  const before = await opened()
  await put('recording-9', 3, third)
  expect((await opened()).equals(before)).toBe(true)
  expect((await read('recording-9')).bytes.length).toBeGreaterThan(before.length)
  expect(await statusOf(path.replace('pieces=2', 'pieces=3'))).toBe(404)
})

test('opening reads no piece but those that are sent', async () => {
  await putAll('recording-10')
  await rm(join(server.dataDir, 'uploads', 'piece'), { recursive: true })
  expect((await read('recording-10', 'bytes=0-99')).answer.status).toBe(206)
})

test('one from before pieces were read as they came is read when it is opened, and only then', async () => {
  await putAll('recording-11')
  const { bytes } = await read('recording-11')
  const old = { whole_to: 0, ms: 0, cues_json: '' }
  const { query } = server.db
  await query
    .updateTable('recording_piece')
    .set(old)
    .where('recording_id', '=', 'recording-11')
    .execute()
  await query
    .updateTable('recording')
    .set({ reader: '', read_pieces: 0 })
    .where('recording_id', '=', 'recording-11')
    .execute()
  expect((await read('recording-11')).bytes.equals(bytes)).toBe(true)
  const kept = await query
    .selectFrom('recording')
    .select('read_pieces')
    .where('recording_id', '=', 'recording-11')
    .executeTakeFirst()
  expect(kept?.read_pieces).toBe(3)
})

test('any range of it is that part of the whole, over the edges of pieces too', async () => {
  await putAll('recording-2')
  const { bytes } = await read('recording-2')
  for (const [first, last] of [
    [0, 0],
    [10, 700],
    [bytes.length - 300, bytes.length - 1],
  ] as const) {
    const part = await read('recording-2', `bytes=${first}-${last}`)
    expect(part.answer.status).toBe(206)
    expect(part.bytes.equals(bytes.subarray(first, last + 1))).toBe(true)
  }
  expect((await read('recording-2', `bytes=${bytes.length}-`)).answer.status).toBe(416)
})

test('a piece that comes twice counts once, one that comes too soon waits for those before it', async () => {
  const [first = WEBM, second = WEBM] = PIECES
  expect(await put('recording-3', 2, second)).toMatchObject({ code: 0, next: 1 })
  expect(await put('recording-3', 1, first)).toMatchObject({ code: 0, next: 2 })
  expect(await put('recording-3', 1, first)).toMatchObject({ code: 0, next: 2 })
  expect(await listed('recording-3')).toMatchObject({ bytes: first.length })
})

test('what broke off plays as far as it is whole; pieces that come later are part of it', async () => {
  const [first = WEBM, second = WEBM, third = WEBM] = PIECES
  await put('recording-4', 1, first)
  await put('recording-4', 2, second)
  const before = await read('recording-4')
  const cut = new RecordedWebm()
  cut.push(before.bytes)
  expect(cut.end).toBe(before.bytes.length)
  await put('recording-4', 3, third)
  expect((await read('recording-4')).bytes.length).toBeGreaterThan(before.bytes.length)
})

test('it began when its PC says, within its run, however late its pieces come', async () => {
  const [first = WEBM] = PIECES
  const began = server.clock.now()
  server.clock.advance(60_000)
  const started_at = async (recording_id: string, said?: number) => {
    await put(recording_id, 1, first, said === undefined ? {} : { started_at: said })
    return (await listed(recording_id))?.started_at
  }
  expect(await started_at('recording-12', began + 5_000)).toBe(began + 5_000)
  expect(await started_at('recording-13', began + DAY_MS)).toBe(began + 59_000)
  expect(await started_at('recording-14')).toBe(began + 59_000)
  expect(await started_at('recording-15', 1)).toBeGreaterThan(1)
})

test('it is open while its pieces come; of a run that has ended no longer than the last may take', async () => {
  await putAll('recording-16')
  const isOpen = async () => (await listed('recording-16'))?.is_open
  server.clock.advance(5_000)
  expect(await isOpen()).toBe(true)
  server.clock.advance(5_000)
  expect(await isOpen()).toBe(false)
  await putAll('recording-17')
  const end = (ended_at: number | null) =>
    server.db.query.updateTable('run').set({ ended_at }).where('run_id', '=', run_id).execute()
  await end(server.clock.now())
  server.clock.advance(2_000)
  expect((await listed('recording-17'))?.is_open).toBe(true)
  server.clock.advance(1_000)
  expect((await listed('recording-17'))?.is_open).toBe(false)
  await end(null)
})

test('what is no film is refused when it is opened, and nothing breaks', async () => {
  await put('recording-5', 1, Buffer.from('this is no film at all'))
  expect((await read('recording-5')).answer.status).toBe(404)
})

test('another PC, another run, another signature, more than four hours: refused', async () => {
  const [piece = WEBM] = PIECES
  const stranger = (await buildStudio(server.platform, url)).pc
  expect((await put('recording-6', 1, piece, { as: stranger })).code).toBe(1005)
  expect((await put('recording-6', 1, piece, { of: 'another' })).code).toBe(1005)
  expect((await put('recording-6', 1, piece, { about: '|recording|x' })).status).toBe(401)
  expect((await put('recording-6', 1, piece, { ms: 14_402_000 })).code).toBe(1006)
  expect((await put('short', 1, piece)).status).toBe(400)
  expect(await listed('recording-6')).toBeUndefined()
})

const statusOf = async (at: string) => (await fetch(`${url}${at}`)).status

test('an address is good for five minutes, and only as it was given', async () => {
  await putAll('recording-7')
  const { url: path = '' } = (await listed('recording-7')) ?? {}
  expect(await statusOf(path)).toBe(200)
  expect(await statusOf(path.replace('recording-7', 'recording-1'))).toBe(404)
  expect(await statusOf(path.replace(/until=\d/, 'until=9'))).toBe(404)
  server.clock.advance(301_000)
  expect(await statusOf(path)).toBe(404)
})

test('after seven days it is deleted, and the oldest where all are too much', async () => {
  const old = await buildRecording(server.platform, room, {
    started_at: server.clock.now() - 8 * DAY_MS,
  })
  const { recordings } = server.app
  const sweep = (most?: number) =>
    createRecordingSweep(server.platform, recordings, most).work(lease())
  await putAll('recording-8')
  expect(await sweep()).toBe('done')
  expect(await listed(old.recording_id)).toBeUndefined()
  expect(await listed('recording-8')).toBeDefined()
  expect(await sweep(0)).toBe('done')
  expect(await listed('recording-8')).toBeUndefined()
  const left = await server.db.query.selectFrom('recording_piece').selectAll().execute()
  expect(left).toEqual([])
})

const lease = (): Lease<Tables> => ({
  unit: 'all',
  taken_at: server.clock.now(),
  tries: 1,
  signal: new AbortController().signal,
  transaction: (work) => server.db.transaction(work),
})
