import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { ownEnv } from './own-env.ts'

const Told = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), why: z.string(), file: z.string() }),
])

/** Why a model cannot be used, in words for whoever brought it. */
export class ModelFault extends Error {
  constructor(readonly words: Words) {
    super(words.zh)
  }
}

interface ModelsOptions {
  /** Where models lie, each in a folder that is called by the hash of its archive. */
  folder: string
  /** The program that speaks; the others of its kind are beside it. */
  speakerFile: string
}

const UNPACKED_WITHIN_MS = 1_200_000
const SHA256 = /^[0-9a-f]{64}$/

/** The models of natural voices on this machine. */
export class Models {
  readonly #options: ModelsOptions
  /** What is being unpacked: who asks meanwhile waits for it. */
  readonly #open = new Map<string, Promise<void>>()

  constructor(options: ModelsOptions) {
    this.#options = options
  }

  /** The program that speaks by a model. */
  get program(): string {
    return join(dirname(this.#options.speakerFile), 'natural.js')
  }

  path(sha256: string): string {
    if (!SHA256.test(sha256)) throw new Error('no hash')
    return join(this.#options.folder, sha256)
  }

  has(sha256: string): boolean {
    return SHA256.test(sha256) && existsSync(this.path(sha256))
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#options.folder).catch(() => [])
    return names.filter((name) => SHA256.test(name))
  }

  /** Unpacks an archive, of which this is the hash. It is there whole, or not at all. Rejects with `ModelFault`. */
  unpack(sha256: string, archive: string): Promise<void> {
    const begun = this.#open.get(sha256)
    if (begun) return begun
    const work = this.#unpack(sha256, archive).finally(() => this.#open.delete(sha256))
    this.#open.set(sha256, work)
    return work
  }

  remove(sha256: string): Promise<void> {
    return rm(this.path(sha256), { recursive: true, force: true })
  }

  async #unpack(sha256: string, archive: string): Promise<void> {
    const target = this.path(sha256)
    if (existsSync(target)) return
    const program = join(dirname(this.#options.speakerFile), 'unpack.js')
    if (!existsSync(program)) throw new ModelFault(NO_PROGRAM)
    const half = `${target}.new`
    await rm(half, { recursive: true, force: true })
    try {
      await mkdir(half, { recursive: true })
      await run(program, archive, half)
      await rename(half, target)
    } catch (error) {
      await rm(half, { recursive: true, force: true })
      throw isFull(error) ? new ModelFault(FULL) : error
    }
  }
}

async function run(program: string, archive: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, [program, archive, folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: ownEnv(),
    timeout: UNPACKED_WITHIN_MS,
    killSignal: 'SIGKILL',
  })
  let told: z.infer<typeof Told> | undefined
  createInterface(child.stdout).on('line', (line) => (told = toldIn(line)))
  const ended = await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
  if (told === undefined || ended !== 0)
    throw new ModelFault(words('模型没有解开', 'The model was not unpacked'))
  if (!told.ok) throw new ModelFault(saidOf(told.why, told.file))
}

function toldIn(line: string): z.infer<typeof Told> | undefined {
  try {
    return Told.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

function saidOf(why: string, file: string): Words {
  const known = WHYS.get(why)
  if (why === 'disk')
    return DISKS.get(file) ?? words(`没有写到磁盘：${file}`, `It was not written: ${file}`)
  if (!known) return words('模型没有解开', 'The model was not unpacked')
  return file === '' ? known : words(`${known.zh}：${file}`, `${known.en}: ${file}`)
}

const WHYS: ReadonlyMap<string, Words> = new Map(
  Object.entries({
    damaged: words('压缩包已损坏，或不是tar.bz2', 'The archive is damaged, or no tar.bz2'),
    climbs: words('压缩包里有跑出文件夹的文件名', 'The archive has a name outside its folder'),
    link: words(
      '压缩包里有链接、设备等不是文件的东西',
      'The archive has a link, a device or another thing that is no file',
    ),
    entries: words('压缩包里的文件超过2000个', 'The archive has more than 2,000 entries'),
    bytes: words('压缩包解开后超过3 GB', 'The archive is larger than 3 GB'),
    twice: words('压缩包里有同名文件', 'The archive has a file twice'),
    folders: words(
      '压缩包里有不止一个文件夹的模型文件',
      'The archive has files of a model in more than one folder',
    ),
    empty: words('压缩包里没有语音模型', 'The archive has no voice model'),
  }),
)
/** By the code of what went wrong on the disk. */
const FULL = words('磁盘已满，没有解开', 'The disk is full; it was not unpacked')
const DISKS: ReadonlyMap<string, Words> = new Map([
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
])
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISKS.has(String(error.code))
const NO_PROGRAM = words('语音程序没有安装', 'The speaking program is not installed')
