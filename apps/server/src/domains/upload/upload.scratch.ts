import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { diskFull, isDiskFull } from '#platform/disk-full.ts'

/** A whole file on this server's disk, while it is looked into. */
export interface Scratch {
  path: string
  bytes: number
  sha256: string
}

/** Longer than any file is looked into: a server that was killed has left it. */
const LEFT_MS = 3_600_000

/** Files on this server's disk, from wherever they were sent to, for as long as they are looked into. */
export function createScratch(folder: string) {
  return {
    /** Gathers a file, has it worked on, and removes it whatever comes of that. */
    async with<Result>(
      upload_id: string,
      chunks: AsyncIterable<Uint8Array>,
      work: (file: Scratch) => Promise<Result>,
    ): Promise<Result> {
      const path = join(folder, upload_id)
      try {
        await mkdir(folder, { recursive: true })
        const hash = createHash('sha256')
        let bytes = 0
        await pipeline(
          async function* () {
            for await (const chunk of chunks) {
              hash.update(chunk)
              bytes += chunk.length
              yield chunk
            }
          },
          createWriteStream(path, { mode: 0o600 }),
        )
        return await work({ path, bytes, sha256: hash.digest('hex') })
      } catch (error) {
        throw isDiskFull(error) ? diskFull() : error
      } finally {
        await rm(path, { force: true })
      }
    },

    /** Removes what killed servers left; `now` is the disk's time. */
    async clear(now: number): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => undefined)
        if (found && now - found.mtimeMs > LEFT_MS) await rm(path, { force: true })
      }
    },
  }
}

export const readOf = ({ path }: Scratch) => createReadStream(path)
