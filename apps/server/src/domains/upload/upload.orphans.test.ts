import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import { createDiskBlobs } from '#platform/blob/disk.ts'
import { filesOf, picture, put, rowsOf, ticketFor, upload } from './upload.fixture.ts'
import { createUploads } from './upload.service.ts'

const HOUR = 3_600_000
const crashing = programOf(new URL('./upload.crash.fixture.ts', import.meta.url))

let server: TestServer
let base: string
let me: Login
let bytes: Buffer

beforeAll(async () => {
  server = await bootServer()
  base = await server.listen()
  bytes = await picture('png', [20, 20])
})
afterAll(() => server.close())
beforeEach(async () => {
  // A test that lets a day go by ends every login.
  me = await server.login('operator')
  await server.db.query.deleteFrom('upload').execute()
  rmSync(join(server.dataDir, 'uploads'), { recursive: true, force: true })
})

const keptOne = async () => (await upload(server, base, me, bytes)).data.upload_id
const use = (upload_id: string, uid: string, used_by: string) =>
  server.db.transaction((trx) => server.app.uploads.use(trx, upload_id, uid, used_by))
const release = (used_by: string) =>
  server.db.transaction((trx) => server.app.uploads.release(trx, used_by))
const states = async () => (await rowsOf(server)).map(({ state }) => state)

test('an upload that is not completed within an hour is removed', async () => {
  await ticketFor(server, me, 10)
  await put(base, await ticketFor(server, me, bytes.length), bytes)
  server.clock.advance(HOUR)
  await server.app.uploads.collect()
  expect((await states()).sort()).toEqual(['received', 'waiting'])
  server.clock.advance(1)
  await server.app.uploads.collect()
  expect(await rowsOf(server)).toEqual([])
  expect(filesOf(server)).toEqual([])
})

test('a file that is not used within a day is removed; a used one is kept', async () => {
  const [used, unused] = [await keptOne(), await keptOne()]
  expect(await use(used, me.uid, 'avatar:me')).toBe(`/common/upload/file/${used}`)
  server.clock.advance(24 * HOUR)
  await server.app.uploads.collect()
  expect(filesOf(server)).toEqual([`kept/${used}`, `kept/${unused}`].sort())
  server.clock.advance(1)
  await server.app.uploads.collect()
  expect(filesOf(server)).toEqual([`kept/${used}`])
  expect((await fetch(`${base}/common/upload/file/${unused}`)).status).toBe(404)

  await release('avatar:me')
  await server.app.uploads.collect()
  expect(await rowsOf(server)).toEqual([])
  expect(filesOf(server)).toEqual([])
})

test('only an own, finished file that nothing else uses can be used', async () => {
  const [mine, other] = [await keptOne(), await server.login('operator')]
  const { upload_id: waiting } = await ticketFor(server, me, 10)
  expect(await use(mine, other.uid, 'avatar:other')).toBeUndefined()
  expect(await use(waiting, me.uid, 'avatar:me')).toBeUndefined()
  expect(await use('none', me.uid, 'avatar:me')).toBeUndefined()
  expect(await use(mine, me.uid, 'avatar:me')).toBeDefined()
  expect(await use(mine, me.uid, 'avatar:me')).toBeDefined()
  expect(await use(mine, me.uid, 'banner:me')).toBeUndefined()
})

test('a use that is rolled back does not count', async () => {
  const mine = await keptOne()
  const failed = server.db.transaction(async (trx) => {
    await server.app.uploads.use(trx, mine, me.uid, 'avatar:me')
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await states()).toEqual(['kept'])
})

/** The disk, with a note of each removal. */
function watched(fail: () => boolean = () => false): BlobStore & { removed: string[] } {
  const disk = createDiskBlobs(join(server.dataDir, 'uploads'))
  const removed: string[] = []
  return {
    ...disk,
    removed,
    async remove(key) {
      if (fail()) throw new Error('the storage is away')
      removed.push(key)
      await disk.remove(key)
    },
  }
}

test('several servers that collect at once take different orphans', async () => {
  for (let n = 0; n < 20; n++) await ticketFor(server, me, 10)
  server.clock.advance(HOUR + 1)
  const blobs = watched()
  const servers = Array.from({ length: 4 }, () => createUploads(server.platform, blobs))
  await Promise.all(servers.map((one) => one.collect()))
  expect(blobs.removed).toHaveLength(40)
  expect(new Set(blobs.removed).size).toBe(40)
  expect(await rowsOf(server)).toEqual([])
})

test('a failed removal is tried again after ten minutes, by any server', async () => {
  await keptOne()
  let isAway = true
  const blobs = watched(() => isAway)
  const uploads = createUploads(server.platform, blobs)
  server.clock.advance(24 * HOUR + 1)
  await uploads.collect()
  expect(await states()).toEqual(['removing'])
  isAway = false
  await uploads.collect()
  expect(blobs.removed).toEqual([])
  server.clock.advance(600_001)
  await uploads.collect()
  expect(filesOf(server)).toEqual([])
  expect(await rowsOf(server)).toEqual([])
})

test('uploads of a killed server are removed, whatever step they were at', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaibo-upload-'))
  const file = join(folder, 'kaibo.db')
  const child = spawn(process.execPath, [crashing.file, file], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')

  const next = await bootServer({ file })
  try {
    const left = (await rowsOf(next)).map(({ state }) => state)
    expect(left.sort()).toEqual(['checking', 'receiving', 'received', 'waiting'].sort())
    expect(filesOf(next).map((key) => key.split('/')[0])).toEqual([
      'incoming',
      'incoming',
      'incoming',
      'kept',
    ])
    next.clock.advance(HOUR + 1)
    await next.app.uploads.collect()
    expect(await rowsOf(next)).toEqual([])
    expect(filesOf(next)).toEqual([])
  } finally {
    await next.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
