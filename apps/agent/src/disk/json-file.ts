import * as fs from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'

/** The content of a file; undefined where it is missing or incomplete. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Replaces a file atomically: after a crash it is either the old one or the new one. Readable for this user only, because
 * desired state contains credentials.
 */
export async function writeWhole(path: string, content: string): Promise<void> {
  const fresh = `${path}.new`
  const handle = await open(fresh, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, path)
}

/** The same, synchronously. */
export function writeWholeSync(path: string, content: Buffer): void {
  const fresh = `${path}.new`
  const fd = fs.openSync(fresh, 'w', 0o600)
  try {
    fs.writeFileSync(fd, content)
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
  fs.renameSync(fresh, path)
}

export const writeJson = (path: string, value: unknown): Promise<void> =>
  writeWhole(path, JSON.stringify(value))
