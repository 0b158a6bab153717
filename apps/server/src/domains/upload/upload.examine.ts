import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { words } from '@kaibo/contract/kernel/words.ts'
import { UPLOAD_LIMITS, type UploadKind } from '@kaibo/contract/upload/upload.schema.ts'
import { pictureFrom } from './upload.picture.ts'
import { audioIn, videoIn } from './upload.media.ts'
import { refusedFile } from './upload.refused.ts'
import { sheetFrom } from './upload.sheet.ts'
import type { Scratch } from './upload.scratch.ts'
import { vrmIn } from './upload.vrm.ts'

/** What is kept of a file that was looked into, and what is known of it. */
export interface Examined {
  /** The bytes to be kept, once. */
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  length: number
  sha256: string
  type: string
  width: number | null
  height: number | null
  ms: number | null
}

const NOTHING = { width: null, height: null, ms: null }

/** Tells by its content whether a file is what it was sent as; throws the refusal, which names the file. */
export const examine = (kind: UploadKind, filename: string, file: Scratch): Promise<Examined> =>
  LOOKS[kind](file, filename)

const LOOKS: Readonly<Record<UploadKind, (file: Scratch, filename: string) => Promise<Examined>>> =
  {
    avatar: async ({ path }) =>
      made({ ...NOTHING, ...(await pictureFrom(await readFile(path), UPLOAD_LIMITS.avatar)) }),
    sheet: async ({ path }) => made({ ...NOTHING, ...(await sheetFrom(await readFile(path))) }),
    picture: async ({ path }, filename) => made(await pictureIn(path, filename)),
    document: async (file, filename) =>
      (await isPdf(file.path))
        ? asItIs(file, { ...NOTHING, type: 'application/pdf' })
        : made(await pictureIn(file.path, filename)),
    audio: async (file, filename) => asItIs(file, await audioIn(file.path, filename)),
    ref_audio: async (file, filename) => asItIs(file, await audioIn(file.path, filename)),
    video: async (file, filename) => asItIs(file, await videoIn(file.path, filename)),
    vrm: async (file, filename) =>
      asItIs(file, { ...NOTHING, ...(await vrmIn(file.path, filename)) }),
    lexicon: async ({ path }, filename) =>
      made({ ...NOTHING, ...lexiconFrom(await readFile(path), filename) }),
    async model(file, filename) {
      if (!(await isBzip2(file.path))) throw refusedFile(filename, NO_MODEL)
      return asItIs(file, { ...NOTHING, type: 'application/x-bzip2' })
    },
  }

const asItIs = (
  { path, bytes, sha256 }: Scratch,
  about: Omit<Examined, 'bytes' | 'length' | 'sha256'>,
): Examined => ({ bytes: createReadStream(path), length: bytes, sha256, ...about })

type Made = Omit<Examined, 'bytes' | 'length' | 'sha256'> & { bytes: Buffer }

const made = ({ bytes, ...about }: Made): Examined => ({
  ...about,
  bytes: [bytes],
  length: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

const pictureIn = async (path: string, filename: string): Promise<Made> => ({
  ...NOTHING,
  ...(await pictureFrom(await readFile(path), UPLOAD_LIMITS.picture, filename)),
})

async function startOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const isPdf = async (path: string): Promise<boolean> =>
  /^%PDF-[12]\.\d/.test((await startOf(path, 8)).toString('latin1'))

/** The magic of a block stands behind the head: a tar that was packed by bzip2. What is in it the one who unpacks it looks at. */
const isBzip2 = async (path: string): Promise<boolean> =>
  /^425a683[1-9]314159265359/.test((await startOf(path, 10)).toString('hex'))

const MAX_LINES = 20_000

/** Lines 词=读法, as text without anything else. */
function lexiconFrom(sent: Buffer, filename: string) {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(sent)
  } catch {
    throw refusedFile(filename, words('不是UTF-8文本', 'is no UTF-8 text'))
  }
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const wrong = lines.findIndex((line) => !/^[^=\p{C}]{1,40}=[^=\p{C}]{1,80}$/u.test(line))
  if (wrong >= 0)
    throw refusedFile(
      filename,
      words(`第${wrong + 1}行不是「词=读法」`, `has no “word=reading” in line ${wrong + 1}`),
    )
  if (lines.length === 0 || lines.length > MAX_LINES)
    throw refusedFile(
      filename,
      words(`须有1到${MAX_LINES}行「词=读法」`, `must have 1 to ${MAX_LINES} lines “word=reading”`),
    )
  return { bytes: Buffer.from(lines.join('\n')), type: 'text/plain; charset=utf-8' }
}

const NO_MODEL = words('不是有效的语音模型，请用tar.bz2', 'is no valid voice model; use tar.bz2')
