import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'
import { readJson, writeJson } from '#disk/json-file.ts'

const About = z.object({
  ms: z.number(),
  bytes: z.int(),
  marks: z.nullable(
    z.object({
      phonemes: z.array(z.tuple([z.number(), z.string()])),
      words: z.array(z.tuple([z.number(), z.number()])),
    }),
  ),
})

/** What is known of a clip beside its sound. */
export interface ClipAbout {
  ms: number
  marks: Marks | null
}

const MAX_BYTES = 2 * 1_024 ** 3

/** Sentences that were made once, on the disk. Of more than fit, those go that were not used for longest. */
export class Clips {
  readonly #folder: string
  readonly #maxBytes: number
  /** By hash, the one used last at the end. */
  readonly #bytes: Map<string, number>
  #sum: number

  private constructor(folder: string, maxBytes: number, found: [string, number][]) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#bytes = new Map(found)
    this.#sum = found.reduce((sum, [, bytes]) => sum + bytes, 0)
  }

  static async open(folder: string, maxBytes = MAX_BYTES): Promise<Clips> {
    await mkdir(folder, { recursive: true })
    const names = (await readdir(folder)).filter((name) => name.endsWith('.wav'))
    const found = await Promise.all(
      names.map(async (name) => ({ name, ...(await sizeOf(join(folder, name))) })),
    )
    found.sort((a, b) => a.usedAt - b.usedAt)
    return new Clips(
      folder,
      maxBytes,
      found.map(({ name, bytes }) => [name.slice(0, -'.wav'.length), bytes]),
    )
  }

  path(hash: string): string {
    return join(this.#folder, `${hash}.wav`)
  }

  /** Nothing where it was never made, or is not as it was written. */
  async get(hash: string): Promise<ClipAbout | undefined> {
    const known = this.#bytes.get(hash)
    if (known === undefined) return undefined
    const { data } = About.safeParse(await readJson(this.#aboutPath(hash)).catch(() => undefined))
    const { bytes } = await sizeOf(this.path(hash))
    if (!data || data.bytes !== bytes) return undefined
    this.#used(hash, bytes)
    const now = new Date()
    await utimes(this.path(hash), now, now).catch(() => {})
    return data
  }

  async put(hash: string, wav: Buffer, about: ClipAbout): Promise<void> {
    await writeFile(this.path(hash), wav)
    await writeJson(this.#aboutPath(hash), { ...about, bytes: wav.length })
    this.#used(hash, wav.length)
    await this.#makeRoom()
  }

  #used(hash: string, bytes: number): void {
    this.#sum += bytes - (this.#bytes.get(hash) ?? 0)
    this.#bytes.delete(hash)
    this.#bytes.set(hash, bytes)
  }

  async #makeRoom(): Promise<void> {
    for (const [hash, bytes] of this.#bytes) {
      if (this.#sum <= this.#maxBytes) return
      this.#bytes.delete(hash)
      this.#sum -= bytes
      await rm(this.path(hash), { force: true })
      await rm(this.#aboutPath(hash), { force: true })
    }
  }

  #aboutPath(hash: string): string {
    return join(this.#folder, `${hash}.json`)
  }
}

async function sizeOf(path: string): Promise<{ bytes: number; usedAt: number }> {
  const found = await stat(path).catch(() => undefined)
  return { bytes: found?.size ?? -1, usedAt: found?.mtimeMs ?? 0 }
}
