import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { EMBEDDED } from '@kaibo/voice/seed.ts'
import { piecesOf } from '@kaibo/voice/pieces.ts'
import { createDiskBlobs } from '#platform/blob/disk.ts'
import type { Lease } from '#platform/job.ts'
import type { Tables } from '#migrations/tables.ts'
import { CLIP_LEASE_MS, createClips } from './voice.clips.ts'
import { createClipSweep } from './voice.clips.sweep.ts'
import { spokenOf, toneOf, voiceDouble } from './voice.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())
beforeEach(() => server.db.query.deleteFrom('voice_clip').execute())

const voice = { voice_id: 'builtin:embedded', seed: EMBEDDED }
const pieceOf = (text: string) => {
  const [piece] = piecesOf(text)
  if (!piece) throw new Error('nothing to say')
  return piece
}
const blobs = () => createDiskBlobs(`${server.dataDir}/clips`)
const open = (provider: ReturnType<typeof voiceDouble>['provider'], kept = blobs()) =>
  createClips(server.platform, { blobs: kept, provider })
const rows = () => server.db.query.selectFrom('voice_clip').selectAll().execute()

async function bytesOf(clips: ReturnType<typeof open>, hash: string) {
  const chunks: Buffer[] = []
  for await (const chunk of (await clips.read(hash)) ?? []) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

test('two servers that are asked at once make it once, and its bytes are those of the voice', async () => {
  const wav = toneOf(200)
  const { provider, said } = voiceDouble(async () => spokenOf(wav))
  const [here, there] = [open(provider), open(provider)]
  const made = await Promise.all([here, there, here].map((one) => one.of(pieceOf('谢谢'), voice)))
  expect(said).toEqual(['谢谢'])
  expect(new Set(made.map(({ hash }) => hash)).size).toBe(1)
  expect(await there.of(pieceOf('谢谢'), voice)).toEqual(made[0])
  expect(said).toHaveLength(1)
  expect(await bytesOf(there, made[0]?.hash ?? '')).toEqual(wav)
})

test('one that a killed server had begun is made by the next that asks, after its time', async () => {
  const dead = open(voiceDouble(() => new Promise(() => {})).provider)
  void dead.of(pieceOf('好'), voice)
  await expect.poll(rows).toHaveLength(1)
  const { provider, said } = voiceDouble()
  const clip = open(provider).of(pieceOf('好'), voice)
  expect(said).toEqual([])
  server.clock.advance(CLIP_LEASE_MS + 1)
  expect(await clip).toMatchObject({ ms: 100 })
  expect(await rows()).toMatchObject([{ state: 'ready' }])
})

test.each([
  ['is silent', async () => spokenOf(toneOf(100, 0))],
  ['is clipped', async () => spokenOf(toneOf(100, 3))],
  [
    'fails',
    async () => {
      throw new Error('gone')
    },
  ],
] as const)('a voice that %s leaves nothing behind', async (_, says) => {
  const clips = open(voiceDouble(says).provider)
  await expect(clips.of(pieceOf('好'), voice)).rejects.toThrow()
  expect(await rows()).toEqual([])
})

async function noSpace(): Promise<never> {
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}

test('where the disk is full it is heard all the same, from memory, and made anew later', async () => {
  const wav = toneOf(200)
  const { provider, said } = voiceDouble(async () => spokenOf(wav))
  const clips = open(provider, { ...blobs(), write: noSpace })
  const { hash } = await clips.of(pieceOf('好'), voice)
  for (let count = 0; count < 2; count++) expect(await bytesOf(clips, hash)).toEqual(wav)
  // Another server does not have it, nor this one once it has started anew
  const next = open(provider)
  expect(await next.read(hash)).toBeUndefined()
  await next.of(pieceOf('好'), voice)
  expect(await bytesOf(next, hash)).toEqual(wav)
  expect(said).toHaveLength(2)
})

test('a clip whose file is gone is made anew by whoever asks next', async () => {
  const { provider, said } = voiceDouble()
  const clips = open(provider)
  const { hash } = await clips.of(pieceOf('好'), voice)
  const [row] = await rows()
  await clips.remove(row?.blob_id ?? '')
  expect(await clips.read(hash)).toBeUndefined()
  await clips.of(pieceOf('好'), voice)
  expect(said).toHaveLength(2)
  expect((await bytesOf(clips, hash)).length).toBeGreaterThan(44)
})

/** What holds the job's unit; its time is that of the test. */
const lease = (): Lease<Tables> => ({
  unit: 'all',
  taken_at: server.clock.now(),
  tries: 1,
  signal: new AbortController().signal,
  transaction: (work) => server.db.transaction(work),
})

test('after three days without use they go; those used since, and those of plans, stay', async () => {
  const clips = open(voiceDouble().provider)
  const plan = server.clock.now() + 20 * DAY_MS
  await clips.of(pieceOf('旧'), voice)
  const used = await clips.of(pieceOf('常用'), voice)
  const pinned = await clips.of(pieceOf('计划'), voice, plan)
  server.clock.advance(2 * DAY_MS)
  await clips.of(pieceOf('常用'), voice)
  server.clock.advance(1.5 * DAY_MS)
  const [oldest] = await rows()
  expect(await createClipSweep(server.platform, clips).work(lease())).toBe('done')
  const hashes = (await rows()).map(({ hash }) => hash)
  expect(hashes.sort()).toEqual([used.hash, pinned.hash].sort())
  expect(await blobs().read(`clip/${oldest?.blob_id}`)).toBeUndefined()
})

test('of more than fit those go first that were not used for longest', async () => {
  const clips = open(voiceDouble().provider)
  for (const text of ['一', '二', '三']) {
    await clips.of(pieceOf(text), voice)
    server.clock.advance(CLIP_LEASE_MS * 2)
  }
  const [{ bytes } = { bytes: 0 }] = await rows()
  await createClipSweep(server.platform, clips, bytes * 2).work(lease())
  const left = await rows()
  expect(left).toHaveLength(2)
  expect(left.every(({ made_at }) => made_at > server.clock.now() - 5 * CLIP_LEASE_MS)).toBe(true)
})
