import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskFull, isDiskFull } from '../disk-full.ts'
import { codeOf } from '../start-fault.ts'
import { plainKey, type BlobStore } from './blob.ts'

/** Files below one folder. Servers that share a database share this folder too. */
export function createDiskBlobs(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, plainKey(key))
  // Named after the key, so that `remove` finds what a killed server left; one key is never written twice at once.
  const draftOf = (key: string) => `${pathOf(key)}.new`
  return {
    storage: 'disk',
    origin: undefined,
    presign: async () => undefined,
    async write(key, chunks) {
      const [path, draft] = [pathOf(key), draftOf(key)]
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeDurably(draft, chunks)
        await rename(draft, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(draft, { force: true })
        throw isDiskFull(error) ? diskFull() : error
      }
    },
    async read(key, range) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      })
      return file?.createReadStream(range && { start: range.first, end: range.last })
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      })
      return found?.size
    },
    async remove(key) {
      await rm(draftOf(key), { force: true })
      await rm(pathOf(key), { force: true })
    },
  }
}

/** Flushes to disk: an acknowledged file survives a power cut, as a committed row does. */
async function writeDurably(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await writeFile(file, chunks)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without this a power cut could undo the rename. Windows cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
