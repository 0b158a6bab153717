import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentFrame, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import { Script } from '@kaibo/contract/agent/script.schema.ts'
import { ScenePack } from '@kaibo/contract/stage/scene-pack.schema.ts'
import { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { WordPack } from '@kaibo/contract/talk/word-pack.schema.ts'
import { WordScreen } from '@kaibo/rules/words/screen.ts'
import { jsonIn } from '#json/parse.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

type Part = Extract<ServerToAgent, { type: 'part' }>

interface PacksOptions {
  folder: string
  time: Time
  log: Log
  send: (frame: AgentFrame) => unknown
}

/** How many packs that no room names any more are kept: an older version may be wanted again. */
const SPARE = 3
/** A room begins with what it has when the pack takes longer than this. */
const PATIENCE_MS = 3_000
const NAME = /^([\w-]{20,128})\.json$/

/** The packs of this PC, by their hashes. What is missing is asked of the server, and checked before it is used. */
export class Packs {
  readonly #options: PacksOptions
  readonly #bundles = new Map<string, Bundle>()
  readonly #words = new Map<string, WordScreen>()
  readonly #scenes = new Map<string, ScenePack>()
  readonly #scripts = new Map<string, Script>()
  readonly #faults = new Map<string, string>()
  readonly #parts = new Map<string, string[]>()
  #wanted: ReadonlySet<string> = new Set()
  #waiting: { hash: string; resolve: () => void }[] = []
  /** To be called when a pack has arrived. */
  arrived: (hash: string) => void = () => {}

  constructor(options: PacksOptions) {
    this.#options = options
  }

  get(hash: string): Bundle | undefined {
    return this.#bundles.get(hash)
  }

  /** The words of a pack, ready to look for: once for all rooms that are screened by it. */
  words(hash: string): WordScreen | undefined {
    return this.#words.get(hash)
  }

  scene(hash: string): ScenePack | undefined {
    return this.#scenes.get(hash)
  }

  script(hash: string): Script | undefined {
    return this.#scripts.get(hash)
  }

  /** Why the pack cannot be used, in Chinese. */
  faultOf(hash: string): string | null {
    return this.#faults.get(hash) ?? null
  }

  /** These are named by rooms from now on: they are read from the disk, and the server is asked for the others. */
  async want(hashes: readonly string[]): Promise<void> {
    this.#wanted = new Set(hashes)
    for (const hash of this.#wanted) if (!this.#has(hash)) await this.#read(hash)
    this.ask()
  }

  /** Asks for what is missing; to be called again when the server is back. */
  ask(): void {
    for (const hash of this.#wanted) {
      if (this.#has(hash)) continue
      this.#parts.delete(hash)
      this.#options.send({ type: 'need', hash })
    }
  }

  /** Reads a pack that no room names any more, but one ran by last. */
  async recall(hash: string): Promise<Bundle | undefined> {
    if (!this.#bundles.has(hash)) await this.#read(hash)
    return this.#bundles.get(hash)
  }

  async recallWords(hash: string): Promise<WordScreen | undefined> {
    if (!this.#words.has(hash)) await this.#read(hash)
    return this.#words.get(hash)
  }

  /** Resolves when the pack is there, or after a few seconds without it. */
  ready(hash: string): Promise<void> {
    if (this.#has(hash)) return Promise.resolve()
    return new Promise((done) => {
      const cancel = this.#options.time.after(PATIENCE_MS, done)
      const resolve = () => {
        cancel()
        done()
      }
      this.#waiting.push({ hash, resolve })
    })
  }

  async take({ hash, index, of, body }: Part): Promise<void> {
    if (!this.#wanted.has(hash) || this.#has(hash)) return
    if (of === 0) return this.#refuse(hash, '服务器没有这个版本的设置')
    const parts = this.#parts.get(hash) ?? []
    this.#parts.set(hash, parts)
    parts[index] = body
    if (Object.keys(parts).length < of) return
    this.#parts.delete(hash)
    await this.#keep(hash, parts.join(''))
  }

  async #keep(hash: string, body: string): Promise<void> {
    if (hashOf(body) !== hash) return this.#refuse(hash, '设置传输有误，等待重新下发')
    const pack = packIn(body)
    if (!pack) return this.#refuse(hash, '这个版本的客户端看不懂新的设置，请升级客户端')
    this.#learn(hash, pack)
    try {
      await mkdir(this.#options.folder, { recursive: true })
      await writeFile(this.#path(hash), body)
      await this.#tidy()
    } catch (error) {
      this.#options.log.warn({ err: error, hash }, '设置没有存到磁盘，重启后会重新下载')
    }
  }

  async #read(hash: string): Promise<void> {
    const body = await readFile(this.#path(hash), 'utf8').catch(() => undefined)
    const pack = body !== undefined && hashOf(body) === hash ? packIn(body) : undefined
    if (pack) this.#learn(hash, pack)
  }

  #has(hash: string): boolean {
    return [this.#bundles, this.#words, this.#scenes, this.#scripts].some((all) => all.has(hash))
  }

  #learn(hash: string, pack: Pack): void {
    if ('sets' in pack) this.#bundles.set(hash, pack)
    else if ('scene' in pack) this.#scenes.set(hash, pack)
    else if ('script' in pack) this.#scripts.set(hash, pack)
    else this.#words.set(hash, new WordScreen(pack))
    this.#faults.delete(hash)
    this.arrived(hash)
    const isOf = (one: { hash: string }) => one.hash === hash
    for (const { resolve } of this.#waiting.filter(isOf)) resolve()
    this.#waiting = this.#waiting.filter((one) => !isOf(one))
  }

  #refuse(hash: string, why: string): void {
    this.#options.log.error({ hash }, why)
    this.#faults.set(hash, why)
    this.arrived(hash)
  }

  /** Removes the oldest of those that no room names. */
  async #tidy(): Promise<void> {
    const { folder } = this.#options
    const names = await readdir(folder)
    const unnamed = names.flatMap((name) => {
      const hash = NAME.exec(name)?.[1]
      return hash !== undefined && !this.#wanted.has(hash) ? [{ name, hash }] : []
    })
    const aged = await Promise.all(
      unnamed.map(async (one) => ({ ...one, at: (await stat(join(folder, one.name))).mtimeMs })),
    )
    for (const { name, hash } of aged.sort((a, b) => b.at - a.at).slice(SPARE)) {
      this.#bundles.delete(hash)
      this.#words.delete(hash)
      this.#scenes.delete(hash)
      this.#scripts.delete(hash)
      await rm(join(folder, name), { force: true })
    }
  }

  #path(hash: string): string {
    return join(this.#options.folder, `${hash}.json`)
  }
}

type Pack = Bundle | WordPack | ScenePack | Script

/** What rooms run by, are screened by, show or speak; nothing where it is none of them. */
function packIn(body: string): Pack | undefined {
  const value = jsonIn(body)
  for (const kind of [Bundle, WordPack, ScenePack, Script]) {
    const { data } = kind.safeParse(value)
    if (data) return data
  }
  return undefined
}

const hashOf = (body: string): string => createHash('sha256').update(body).digest('base64url')
