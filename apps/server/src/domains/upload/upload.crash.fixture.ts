// Dies with uploads at every step: `upload.crash.fixture.ts FILE`.
import { request } from 'node:http'
import { join } from 'node:path'
import type { Actor } from '#platform/auth/actor.ts'
import { createDiskBlobs } from '#platform/blob/disk.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { filesOf, picture, put, ticketFor } from './upload.fixture.ts'
import { createUploads } from './upload.service.ts'

const server = await bootServer({ file: process.argv[2] ?? '' })
const base = await server.listen()
const me = await server.login('operator')
const bytes = await picture('png', [20, 20])

await ticketFor(server, me, 10)
await put(base, await ticketFor(server, me, bytes.length), bytes)

const half = await ticketFor(server, me, 1_000)
const sent = request(new URL(half.url, base), {
  method: 'PUT',
  headers: { 'content-length': 1_000 },
})
sent.write(Buffer.alloc(500))
while (!filesOf(server).includes(`incoming/${half.upload_id}.new`)) {
  await new Promise((resolve) => setTimeout(resolve, 5))
}

const checked = await ticketFor(server, me, bytes.length)
await put(base, checked, bytes)
const disk = createDiskBlobs(join(server.dataDir, 'uploads'))
const dying = createUploads(server.platform, {
  ...disk,
  async write(key, chunks) {
    await disk.write(key, chunks)
    process.kill(process.pid, 'SIGKILL')
    // The signal comes when it comes.
    await new Promise(() => setInterval(() => {}, 1_000))
  },
})
await dying.complete({ uid: me.uid } as Actor, checked.upload_id)
