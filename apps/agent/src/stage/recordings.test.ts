import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bytesOf } from '#local/body.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import { ServerClock } from '#time/server-clock.ts'
import { Recordings } from './recordings.ts'

const ABOUT = { room_code: 'ABCD2345', run_id: 'run-1' }
const ID = 'recording-1'
const OTHER = 'recording-2'
const { privateKey: key } = generateKeyPairSync('ed25519')
const time = new ManualTime()

let folder: string
/** What the server has, by number. */
let stored: Map<number, string>
/** What it answers; nothing where it takes the piece. */
let refusal: number | undefined
let refusals = 0
let beginning: number
/** What it has of the other recording. */
let told: string[]
/** A recording that it fails to take; what it would answer, while it thinks about that. */
let failing: string | undefined
let thinking: (() => void)[] | undefined

const http = createServer((request, response) => {
  void bytesOf(request, 1_000).then((body) => {
    const [path = '', query] = (request.url ?? '').split('?')
    beginning = Number(new URLSearchParams(query).get('started_at'))
    if (refusal !== undefined) {
      refusals += 1
      return response.writeHead(refusal).end('{"data":null}')
    }
    const recording_id = path.split('/').at(-2) ?? ''
    if (recording_id === failing) {
      const fail = () => void response.writeHead(500).end('{}')
      return thinking ? thinking.push(fail) : fail()
    }
    if (recording_id !== ID) {
      told.push(String(body))
      return response.end(JSON.stringify({ code: 0, msg: '', data: { next: told.length + 1 } }))
    }
    const seq = Number(path.split('/').at(-1))
    const next = stored.size + 1
    if (seq === next) stored.set(seq, String(body))
    return response.end(JSON.stringify({ code: 0, msg: '', data: { next: stored.size + 1 } }))
  })
})
let server: URL

beforeAll(async () => {
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  server = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
})
beforeEach(async () => {
  folder = join(await freshFolder(), 'recordings')
  stored = new Map()
  refusal = undefined
  refusals = 0
  failing = undefined
  thinking = undefined
  told = []
})

async function open(mostBytes?: number): Promise<Recordings> {
  const recordings = await Recordings.open({
    folder,
    server,
    identity: { pc_id: 'pc1', key },
    clock: new ServerClock(time),
    time,
    log: heardLog().log,
    ...(mostBytes !== undefined && { mostBytes }),
  })
  onTestFinished(() => recordings.close())
  return recordings
}
const take = (recordings: Recordings, seq: number, text = `piece ${seq}`) =>
  recordings.take(ID, ABOUT, { seq, ms: seq * 1_000 }, Buffer.from(text))
const arrived = (...texts: string[]) =>
  vi.waitFor(() => expect([...stored.values()]).toEqual(texts))
const onDisk = async () =>
  (await readdir(join(folder, ID)).catch(() => [])).filter((name) => name.endsWith('.webm'))

test('pieces go up in their order, and leave the disk when the server has them', async () => {
  const recordings = await open()
  expect(await take(recordings, 1)).toBeNull()
  expect(await take(recordings, 2)).toBeNull()
  await arrived('piece 1', 'piece 2')
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
})

test('while the server is away they wait; a program that was killed goes on with them', async () => {
  refusal = 503
  const killed = await open()
  for (const seq of [1, 2, 10]) await take(killed, seq)
  expect(await onDisk()).toHaveLength(3)
  killed.close()
  refusal = undefined
  stored.set(1, 'it had this one already')
  await open()
  await arrived('it had this one already', 'piece 2')
  // One is missing before the tenth: it is no use to anybody
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
})

test('it began when it was made, however late its pieces go up', async () => {
  refusal = 503
  const recordings = await open()
  const began = time.now()
  await time.advance(1_000)
  await take(recordings, 1)
  await vi.waitFor(() => expect(refusals).toBe(1))
  refusal = undefined
  await time.advance(3_600_000)
  await arrived('piece 1')
  expect(beginning).toBe(began)
})

test('tried again after a while', async () => {
  refusal = 503
  const recordings = await open()
  await take(recordings, 1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  refusal = undefined
  await vi.waitFor(async () => {
    await time.advance(5_000)
    expect([...stored.values()]).toEqual(['piece 1'])
  })
})

test('what the server does not want is not kept', async () => {
  refusal = 404
  const recordings = await open()
  await take(recordings, 1)
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
})

test('of two recordings one that waits holds up no other', async () => {
  failing = ID
  const answers = (thinking = [] as (() => void)[])
  const recordings = await open()
  await take(recordings, 1)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  // The others come while it is tried
  for (const seq of [1, 2])
    await recordings.take(OTHER, ABOUT, { seq, ms: seq }, Buffer.from(`${seq}`))
  thinking = undefined
  answers[0]?.()
  await vi.waitFor(() => expect(told).toEqual(['1', '2']))
  expect(await onDisk()).toEqual(['1-1000.webm'])
})

test('a piece that is gone from the disk holds up nothing', async () => {
  refusal = 503
  const recordings = await open()
  await take(recordings, 1)
  await vi.waitFor(() => expect(refusals).toBe(1))
  await rm(join(folder, ID, '1-1000.webm'))
  refusal = undefined
  await recordings.take(OTHER, ABOUT, { seq: 1, ms: 1 }, Buffer.from('1'))
  await vi.waitFor(async () => {
    await time.advance(5_000)
    expect(told).toEqual(['1'])
  })
})

test('a recording that the server refuses is ended; a clock that is not set yet ends none', async () => {
  refusal = 404
  const recordings = await open()
  await take(recordings, 1)
  await vi.waitFor(async () => expect(await onDisk()).toEqual([]))
  expect(await take(recordings, 2)).toBe('refused')
  refusal = 401
  expect(await recordings.take(OTHER, ABOUT, { seq: 1, ms: 1 }, Buffer.from('1'))).toBeNull()
  await time.advance(5_000)
  refusal = undefined
  await vi.waitFor(async () => {
    await time.advance(5_000)
    expect(told).toEqual(['1'])
  })
})

test('what cannot be written ends its recording; what was written goes up', async () => {
  refusal = 503
  const recordings = await open()
  await take(recordings, 1)
  await mkdir(join(folder, ID, '2-2000.webm'))
  expect(await take(recordings, 2)).toBe('disk_failed')
  expect(await onDisk()).toEqual(['1-1000.webm'])
})

test('where its very first piece cannot be written nothing of it is left', async () => {
  const recordings = await open()
  await mkdir(join(folder, ID, '1-1000.webm'), { recursive: true })
  expect(await take(recordings, 1)).toBe('disk_failed')
  expect(await readdir(folder)).toEqual([])
  expect(await take(recordings, 1)).toBeNull()
  await arrived('piece 1')
})

test('no more waits than there is room for', async () => {
  refusal = 503
  const recordings = await open(20)
  expect(await take(recordings, 1)).toBeNull()
  expect(await take(recordings, 2, 'x'.repeat(20))).toBe('backlog')
  expect(await onDisk()).toEqual(['1-1000.webm'])
})
