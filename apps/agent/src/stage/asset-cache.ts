import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { SHA256, type PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { AssetFault, type FetchAsset } from './asset-fetch.ts'

interface AssetCacheOptions {
  folder: string
  time: Time
  log: Log
  /** Writes a file of the server to a path where a part of it may be, and checks it. */
  fetch: FetchAsset
  /** A file has come from the server. */
  changed?: () => void
  maxBytes?: number
}

const MAX_BYTES = 10 * 1_024 ** 3
const AT_ONCE = 2
/** Between two tries for what is wanted. */
const AGAIN_MS = 15_000
const PART = '.part'

/**
 * Files of assets, fetched once from the server and kept on the disk by what is in them. What was broken off, also by the end of
 * this program, goes on where it was. Of more than fit, those go that were not used for longest.
 */
export class AssetCache {
  readonly #options: AssetCacheOptions
  readonly #maxBytes: number
  /** By hash, the one used last at the end. */
  readonly #bytes: Map<string, number>
  readonly #fetching = new Map<string, Promise<string>>()
  readonly #wanted = new Map<string, readonly PackedFile[]>()
  readonly #ended = new AbortController()
  readonly #waiting: (() => void)[] = []
  #running = 0
  #cancelAgain: (() => void) | undefined

  private constructor(options: AssetCacheOptions, found: readonly (readonly [string, number])[]) {
    this.#options = options
    this.#maxBytes = options.maxBytes ?? MAX_BYTES
    this.#bytes = new Map(found)
  }

  static async open(options: AssetCacheOptions): Promise<AssetCache> {
    const { folder } = options
    await mkdir(folder, { recursive: true })
    const names = (await readdir(folder)).filter((name) => SHA256.test(name))
    const found = await Promise.all(
      names.map(async (name) => ({ name, ...(await sizeOf(join(folder, name))) })),
    )
    found.sort((a, b) => a.usedAt - b.usedAt)
    return new AssetCache(
      options,
      found.map(({ name, bytes }) => [name, bytes]),
    )
  }

  /** Where the file is, if it is here already. */
  async path({ sha256, bytes }: Pick<PackedFile, 'sha256' | 'bytes'>): Promise<string | undefined> {
    if (!this.#bytes.has(sha256)) return undefined
    const path = join(this.#options.folder, sha256)
    const { bytes: found } = await sizeOf(path)
    if (found !== bytes) {
      // Somebody cleaned the disk, or it is not as it was written
      this.#bytes.delete(sha256)
      return undefined
    }
    this.#used(sha256, bytes)
    const now = new Date()
    await utimes(path, now, now).catch(() => {})
    return path
  }

  /** Whether all of these are here. */
  async has(files: readonly PackedFile[]): Promise<boolean> {
    for (const file of files) if ((await this.path(file)) === undefined) return false
    return true
  }

  /** Where the file is; fetches it if need be. Rejects with an `AssetFault`, in words, where it cannot be had now. */
  async get(file: PackedFile): Promise<string> {
    const path = await this.path(file)
    if (path !== undefined) return path
    const { sha256 } = file
    const known = this.#fetching.get(sha256)
    if (known) return known
    const fetching = this.#fetch(file).finally(() => this.#fetching.delete(sha256))
    this.#fetching.set(sha256, fetching)
    return fetching
  }

  /** It is being fetched: not here, and not given up. */
  isComing({ sha256 }: Pick<PackedFile, 'sha256'>): boolean {
    return this.#fetching.has(sha256)
  }

  /** What `owner` (a room) needs, in place of what it needed before: it is fetched, tried again until it is there, and not removed. */
  want(owner: string, files: readonly PackedFile[]): void {
    if (files.length === 0) this.#wanted.delete(owner)
    else this.#wanted.set(owner, files)
    void this.#fetchWanted()
  }

  close(): void {
    this.#ended.abort()
    this.#cancelAgain?.()
    for (const go of this.#waiting.splice(0)) go()
  }

  async #fetchWanted(): Promise<void> {
    this.#cancelAgain?.()
    this.#cancelAgain = undefined
    const files = [...this.#wanted.values()].flat()
    const outcomes = await Promise.all(
      files.map(async (file) =>
        this.get(file).then(
          () => 'here' as const,
          (error: unknown) => {
            this.#options.log.warn({ err: error, asset: file.asset_id }, '素材没有取到')
            return 'missing' as const
          },
        ),
      ),
    )
    if (this.#ended.signal.aborted) return
    if (outcomes.includes('missing'))
      this.#cancelAgain ??= this.#options.time.after(AGAIN_MS, () => void this.#fetchWanted())
  }

  async #fetch(file: PackedFile): Promise<string> {
    const { folder, fetch } = this.#options
    const { sha256, bytes } = file
    if (!SHA256.test(sha256)) throw new AssetFault('素材的校验值不正确')
    const path = join(folder, sha256)
    await this.#turn()
    try {
      await this.#makeRoom(bytes)
      await fetch(file, path + PART, this.#ended.signal)
      await rename(path + PART, path)
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
    this.#used(sha256, bytes)
    // Of each file at once: another room's film may take minutes
    this.#options.changed?.()
    return path
  }

  async #turn(): Promise<void> {
    while (this.#running >= AT_ONCE && !this.#ended.signal.aborted)
      await new Promise<void>((go) => this.#waiting.push(go))
    if (this.#ended.signal.aborted) throw new AssetFault('客户端正在退出')
    this.#running += 1
  }

  #used(sha256: string, bytes: number): void {
    this.#bytes.delete(sha256)
    this.#bytes.set(sha256, bytes)
  }

  async #makeRoom(bytes: number): Promise<void> {
    const kept = new Set([...this.#wanted.values()].flatMap((files) => files.map((f) => f.sha256)))
    let sum = bytes + [...this.#bytes.values()].reduce((all, one) => all + one, 0)
    for (const [sha256, size] of this.#bytes) {
      if (sum <= this.#maxBytes) break
      if (kept.has(sha256)) continue
      this.#bytes.delete(sha256)
      sum -= size
      await rm(join(this.#options.folder, sha256), { force: true })
    }
    await this.#dropParts(kept)
  }

  /** Parts of what nobody wants any more, unless they are on their way. */
  async #dropParts(kept: ReadonlySet<string>): Promise<void> {
    const { folder } = this.#options
    for (const name of await readdir(folder)) {
      if (!name.endsWith(PART)) continue
      const sha256 = name.slice(0, -PART.length)
      if (!kept.has(sha256) && !this.#fetching.has(sha256))
        await rm(join(folder, name), { force: true })
    }
  }
}

async function sizeOf(path: string): Promise<{ bytes: number; usedAt: number }> {
  const found = await stat(path).catch(() => undefined)
  return { bytes: found?.size ?? -1, usedAt: found?.mtimeMs ?? 0 }
}
