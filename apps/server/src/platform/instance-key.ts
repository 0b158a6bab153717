import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const KEY_BYTES = 32

/** The installation's own key, made once. Servers that share a database must share this file. */
export function instanceKey(file: string): Buffer {
  const known = readKey(file)
  if (known) return known
  // Not named by process id: several containers may share the folder, and each numbers its processes from 1.
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flag: 'wx' })
  try {
    // Unlike a rename, a link never replaces the key that another process made meanwhile.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return instanceKey(file)
}

/** Nothing where the file is not there. */
export function readKey(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${file} 不是有效的密钥文件，请从备份恢复`)
  return key
}
