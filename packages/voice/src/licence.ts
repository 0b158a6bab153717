import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What the makers of a model say of how it may be used. */
export interface LicenceText {
  name: string
  text: string
}

/** Files in which it is said, those first that say nothing else. */
const NAMES = ['licen[cs]e', 'copying', 'notice', 'model_card', 'readme'].map(
  (name) => new RegExp(`^${name}(\\.(md|txt))?$`, 'i'),
)
/** The longest licences that are in use have half as many; whoever packs the archive decides how long a file is. */
const MAX_BYTES = 65_536
const CUT = '\n……（后面还有，请在压缩包里阅读）'

/** What an unpacked model has of it, as text that can be shown anywhere. */
export async function licencesIn(folder: string): Promise<LicenceText[]> {
  const files = await readdir(folder)
  const names = NAMES.flatMap((known) => files.filter((name) => known.test(name)).toSorted())
  return Promise.all(
    names.map(async (name) => ({ name, text: await beginningOf(join(folder, name)) })),
  )
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(MAX_BYTES + 1)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    const text = textOf(buffer.subarray(0, Math.min(bytesRead, MAX_BYTES)))
    return bytesRead > MAX_BYTES ? text + CUT : text
  } finally {
    await file.close()
  }
}

/** Without what cannot be seen: that could write elsewhere in a terminal, or turn the text around. */
const textOf = (bytes: Buffer): string =>
  decoded(bytes)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n|\t)\p{C}/gu, '')
    .replace(/^\s*\n/, '')
    .trimEnd()

/** Chinese makers also write GBK. What was cut within a letter ends before it. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes, { stream: true })
  }
}
