import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Via } from '@kaibo/contract/agent/played.schema.ts'
import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'
import { readJson, writeJson } from '#disk/json-file.ts'
import type { Log } from '#log/log.ts'

const About = z.object({
  ms: z.number(),
  bytes: z.int(),
  marks: z.nullable(
    z.object({
      phonemes: z.array(z.tuple([z.number(), z.string()])),
      words: z.array(z.tuple([z.number(), z.number()])),
    }),
  ),
  via: z._default(Via, 'embedded'),
  /** Of the server's clock; it stays until then. */
  keep_until: z._default(z.number(), 0),
})

/** What is known of a clip beside its sound. */
export interface ClipAbout {
  ms: number
  marks: Marks | null
  via: Via
}

interface ClipsOptions {
  folder: string
  log: Log
  now: () => number
  maxBytes?: number
}

const MAX_BYTES = 2 * 1_024 ** 3

/**
 * Sentences that were made once, on the disk, by their keys. Of more than fit, those go that were not used for longest; what a
 * plan is to say stays until then.
 */
export class Clips {
  readonly #options: ClipsOptions
  /** By hash, the one used last at the end. */
  readonly #bytes: Map<string, number>
  #sum: number

  private constructor(options: ClipsOptions, found: [string, number][]) {
    this.#options = options
    this.#bytes = new Map(found)
    this.#sum = found.reduce((sum, [, bytes]) => sum + bytes, 0)
  }

  static async open(options: ClipsOptions): Promise<Clips> {
    const { folder } = options
    await mkdir(folder, { recursive: true })
    const names = (await readdir(folder)).filter((name) => name.endsWith('.wav'))
    const found = await Promise.all(
      names.map(async (name) => ({ name, ...(await sizeOf(join(folder, name))) })),
    )
    found.sort((a, b) => a.usedAt - b.usedAt)
    return new Clips(
      options,
      found.map(({ name, bytes }) => [name.slice(0, -'.wav'.length), bytes]),
    )
  }

  path(hash: string): string {
    return join(this.#options.folder, `${hash}.wav`)
  }

  /** Nothing where it was never made, or is not as it was written. */
  async get(hash: string, keep_until = 0): Promise<ClipAbout | undefined> {
    const known = this.#bytes.get(hash)
    if (known === undefined) return undefined
    const about = await this.#about(hash)
    const { bytes } = await sizeOf(this.path(hash))
    if (!about || about.bytes !== bytes) return undefined
    this.#used(hash, bytes)
    const now = new Date(this.#options.now())
    await utimes(this.path(hash), now, now).catch(() => {})
    if (keep_until > about.keep_until)
      await writeJson(this.#aboutPath(hash), { ...about, keep_until }).catch(() => {})
    const { ms, marks, via } = about
    return { ms, marks, via }
  }

  /** False where it could not be kept: a full disk silences nobody. */
  async put(hash: string, wav: Buffer, about: ClipAbout, keep_until = 0): Promise<boolean> {
    try {
      await writeFile(this.path(hash), wav)
      await writeJson(this.#aboutPath(hash), { ...about, keep_until, bytes: wav.length })
    } catch (error) {
      this.#options.log.warn({ err: error }, '语音没有存到磁盘，这一句只说这一次')
      await this.#remove(hash).catch(() => {})
      return false
    }
    this.#used(hash, wav.length)
    await this.#makeRoom()
    return true
  }

  #used(hash: string, bytes: number): void {
    this.#sum += bytes - (this.#bytes.get(hash) ?? 0)
    this.#bytes.delete(hash)
    this.#bytes.set(hash, bytes)
  }

  async #makeRoom(): Promise<void> {
    const { maxBytes = MAX_BYTES, now } = this.#options
    for (const [hash, bytes] of this.#bytes) {
      if (this.#sum <= maxBytes) return
      const about = await this.#about(hash)
      if ((about?.keep_until ?? 0) > now()) continue
      if (!this.#bytes.delete(hash)) continue
      this.#sum -= bytes
      await this.#remove(hash)
    }
  }

  async #about(hash: string) {
    return About.safeParse(await readJson(this.#aboutPath(hash)).catch(() => undefined)).data
  }

  async #remove(hash: string): Promise<void> {
    await rm(this.path(hash), { force: true })
    await rm(this.#aboutPath(hash), { force: true })
  }

  #aboutPath(hash: string): string {
    return join(this.#options.folder, `${hash}.json`)
  }
}

async function sizeOf(path: string): Promise<{ bytes: number; usedAt: number }> {
  const found = await stat(path).catch(() => undefined)
  return { bytes: found?.size ?? -1, usedAt: found?.mtimeMs ?? 0 }
}
