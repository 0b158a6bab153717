import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { UPLOAD_PART_BYTES, type UploadTicket } from '@kaibo/contract/upload/upload.schema.ts'
import { wav } from '@kaibo/testkit/build/media.build.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { testClock } from '@kaibo/testkit/clock.ts'
import { startStorage, type TestStorage } from '@kaibo/testkit/s3.ts'
import { createDiskBlobs } from '#platform/blob/disk.ts'
import { filesOf, put, rowsOf } from './upload.fixture.ts'
import { createUploads } from './upload.service.ts'

const { preUrl, complete } = uploadApi
/** Two parts and a bit. */
const bytes = wav(2_100)
const mark = 'sound.wav|16800044|1'

let server: TestServer
let base: string
let me: Login
let other: Login
const HOUR = 3_600_000

const ask = async (as = me, from = server): Promise<UploadTicket> => {
  const draft = { kind: 'audio', filename: '长音.wav', type: 'audio/wav', mark } as const
  const { data, msg } = await from.call(preUrl, { ...draft, size: bytes.length }, as)
  if (!data) throw new Error(msg)
  return data
}
const partOf = (number: number) =>
  bytes.subarray(number * UPLOAD_PART_BYTES, (number + 1) * UPLOAD_PART_BYTES)
const sendPart = ({ parts, headers }: UploadTicket, number: number, body = partOf(number)) => {
  const url = parts?.urls.find((one) => one.number === number)?.url ?? ''
  return put(base, { url, headers }, body)
}

describe('on the disk', () => {
  beforeAll(async () => {
    server = await bootServer()
    base = await server.listen()
    other = await server.login('operator')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    me = await server.login('operator')
    await server.db.query.deleteFrom('upload').execute()
  })

  test('what has arrived of a file is not sent again, whoever asks for it with its mark', async () => {
    const first = await ask()
    expect(first.parts).toMatchObject({ bytes: UPLOAD_PART_BYTES, have: [] })
    expect(first.parts?.urls).toHaveLength(3)
    expect((await sendPart(first, 1)).code).toBe(0)
    // The page was closed, and another opened
    const again = await ask()
    expect(again.upload_id).toBe(first.upload_id)
    expect(again.parts?.have).toEqual([1])
    expect(again.parts?.urls.map(({ number }) => number)).toEqual([0, 2])
    expect((await ask(other)).upload_id).not.toBe(first.upload_id)

    const { upload_id } = first
    expect(await server.call(complete, { upload_id }, me)).toMatchObject({
      code: 1006,
      msg: '文件还没有传完，请继续上传',
    })
    for (const number of [0, 2]) expect((await sendPart(again, number)).code).toBe(0)
    const done = await server.call(complete, { upload_id }, me)
    expect(done).toMatchObject({ code: 0, data: { type: 'audio/wav', ms: 2_100_000 } })
    const kept = await fetch(base + (done.data?.url ?? ''))
    expect(Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true)
    expect(filesOf(server).filter((file) => file.includes(upload_id))).toEqual([
      `kept/${upload_id}`,
    ])
    // The answer was lost: the same is asked once more, and nothing is missing
    expect((await ask()).parts?.urls).toEqual([])
  })

  test('a part of another length, twice its time or with another number is refused', async () => {
    const ticket = await ask()
    expect(await sendPart(ticket, 0, partOf(0).subarray(1))).toMatchObject({ code: 1001 })
    const changed = {
      ...ticket,
      parts: {
        ...ticket.parts,
        urls: [{ number: 0, url: (ticket.parts?.urls[1]?.url ?? '').replace('/1?', '/0?') }],
      },
    }
    expect(await sendPart(changed as UploadTicket, 0)).toMatchObject({ code: 1003 })
    const whole = { ...ticket, url: (ticket.parts?.urls[0]?.url ?? '').replace('/0?', '?') }
    expect(await put(base, whole, bytes)).toMatchObject({ code: 1003 })
    server.clock.advance(HOUR)
    expect(await sendPart(ticket, 0)).toMatchObject({ code: 1006 })
    expect((await ask()).parts?.have).toEqual([])
  })

  test('a part that breaks off leaves nothing, and those that came stay', async () => {
    const ticket = await ask()
    await sendPart(ticket, 0)
    const url = new URL(ticket.parts?.urls[1]?.url ?? '', base)
    const sent = request(url, { method: 'PUT', headers: { 'content-length': UPLOAD_PART_BYTES } })
    sent.on('error', () => {})
    sent.write(partOf(1).subarray(0, 100_000))
    await expect.poll(() => filesOf(server).join()).toContain('.1.new')
    sent.destroy()
    await expect.poll(() => filesOf(server).join()).not.toContain('.1.new')
    expect((await ask()).parts?.have).toEqual([0])
  })

  test('parts are kept for a day after the last ticket, and then go', async () => {
    const { upload_id, ...ticket } = await ask()
    await sendPart({ upload_id, ...ticket }, 0)
    server.clock.advance(24 * HOUR)
    await server.app.uploads.collect()
    expect(await rowsOf(server)).toHaveLength(1)
    server.clock.advance(2 * HOUR)
    await server.app.uploads.collect()
    expect(await rowsOf(server)).toEqual([])
    expect(filesOf(server).filter((file) => file.includes(upload_id))).toEqual([])
  })

  test('a sender who is too slow is told so, however long the whole may take', async () => {
    const folder = join(server.dataDir, 'uploads')
    mkdirSync(folder, { recursive: true })
    const uploads = createUploads(server.platform, createDiskBlobs(folder), { slowMs: 50 })
    const { upload_id, parts } = await ask()
    const query = new URL(parts?.urls[2]?.url ?? '', base).searchParams
    const proof = Object.fromEntries(query)
    const body = new Readable({ read() {} })
    body.push(Buffer.alloc(1_000))
    const failed = uploads.receivePart(upload_id, 2, proof, { body, length: undefined })
    await expect(failed).rejects.toThrow('上传太慢')
    expect((await ask()).parts?.have).toEqual([])
  })
})

describe('in an S3-compatible storage', () => {
  const clock = testClock()
  let storage: TestStorage
  let remote: TestServer

  beforeAll(async () => {
    storage = await startStorage(clock)
    const { endpoint, bucket, keys } = storage
    remote = await bootServer({ config: { s3: { endpoint, bucket, ...keys, pathStyle: true } } })
    clock.set(remote.clock.now())
    base = await remote.listen()
    me = await remote.login('operator')
  })
  afterAll(async () => {
    await remote.close()
    await storage.close()
  })

  test('parts go straight there, and the file is read back in ranges', async () => {
    const first = await ask(me, remote)
    const toStorage = async ({ parts, headers }: UploadTicket, number: number) => {
      const url = parts?.urls.find((one) => one.number === number)?.url ?? ''
      expect(url.startsWith(storage.endpoint)).toBe(true)
      return (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(partOf(number)) }))
        .status
    }
    expect(await toStorage(first, 0)).toBe(200)
    const again = await ask(me, remote)
    expect(again.parts?.have).toEqual([0])
    for (const number of [1, 2]) expect(await toStorage(again, number)).toBe(200)
    const done = await remote.call(complete, { upload_id: first.upload_id }, me)
    expect(done).toMatchObject({ code: 0, data: { ms: 2_100_000 } })
    expect([...storage.objects.keys()]).toEqual([`kept/${first.upload_id}`])
    const part = await fetch(base + (done.data?.url ?? ''), { headers: { range: 'bytes=4-11' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 12))
  })
})
