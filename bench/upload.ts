// The server's memory while a film of 200 MB is uploaded in parts and looked into, beside the same of 8 MB and beside doing nothing;
// and how long it takes, beside reading, hashing and writing the same bytes twice in a bare loop, as the server must.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { UPLOAD_PART_BYTES } from '@kaibo/contract/upload/upload.schema.ts'
import { MP4 } from '@kaibo/testkit/build/media.build.ts'
import { loginOver, type Client } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'

const MEGABYTE = 1_048_576
const LARGE = 200 * MEGABYTE
const SMALL = 9 * MEGABYTE
const LOOK_MS = 50
/** What a server may take more for 200 MB than for 9. */
const MAX_MORE_MB = 32

/** A film with nothing behind its pictures, so long. */
function film(bytes: number): Buffer {
  const box = Buffer.alloc(bytes - MP4.length)
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4)
  return Buffer.concat([MP4, box])
}

const mb = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`

const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const server = await startServer({ KAIBO_LOG_LEVEL: 'error' })
try {
  const admin = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  // Once for what is loaded at the first time
  await upload(admin, film(SMALL), 'first.mp4')
  const idle = await peakWhile(() => sleep(2_000))
  const small = await peakWhile(() => upload(admin, film(SMALL), 'small.mp4'))
  const bytes = film(LARGE)
  const bare = await timed(() => bareLoop(bytes))
  let took = 0
  const large = await peakWhile(async () => {
    took = await timed(() => upload(admin, bytes, 'large.mp4'))
  })
  const more = large - small
  console.log(`memory of the server: idle ${mb(idle)}, 9 MB ${mb(small)}, 200 MB ${mb(large)}`)
  console.log(`200 MB take ${mb(more)} more than 9 MB (at most ${MAX_MORE_MB} MB)`)
  console.log(
    `200 MB in ${(took / 1_000).toFixed(1)} s; twice written and hashed in a bare loop ${(bare / 1_000).toFixed(1)} s: ×${(took / bare).toFixed(1)}`,
  )
  if (more > MAX_MORE_MB * MEGABYTE) process.exitCode = 1
} finally {
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}

async function upload(as: Client, bytes: Buffer, filename: string): Promise<void> {
  const type = 'video/mp4'
  const mark = `${filename}|${bytes.length}`
  const draft = { kind: 'video', filename, size: bytes.length, type, mark } as const
  const { upload_id, parts, headers } = await as.call(uploadApi.preUrl, draft)
  for (const { number, url } of parts?.urls ?? []) {
    const from = number * UPLOAD_PART_BYTES
    const body = new Uint8Array(bytes.subarray(from, from + UPLOAD_PART_BYTES))
    const answer = await fetch(new URL(url, server.url), { method: 'PUT', headers, body })
    const { code } = (await answer.json()) as { code: number }
    if (code !== 0) throw new Error(`part ${number}: ${code}`)
  }
  await as.call(uploadApi.complete, { upload_id })
}

/** Each byte is hashed once and written three times: as a part, gathered, kept. */
async function bareLoop(bytes: Buffer): Promise<void> {
  const [part, whole, kept] = ['part', 'whole', 'kept'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await pipeline(Readable.from(pieces(bytes)), createWriteStream(part))
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer)
  await pipeline(createReadStream(part), createWriteStream(whole))
  await pipeline(createReadStream(whole), createWriteStream(kept))
}

function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** The most memory that the server took meanwhile, in bytes. */
async function peakWhile(work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await resident())
      await sleep(LOOK_MS)
    }
  })()
  await work()
  over.abort()
  await watching
  return peak
}

async function resident(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? NaN)
}
