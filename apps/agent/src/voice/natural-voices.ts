import type { PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import { NO_ENGINE } from '@kaibo/voice/engine.ts'
import { naturalMannerOf } from '@kaibo/voice/manner.ts'
import type { Models } from '@kaibo/voice/models.ts'
import { EngineMissing, Speaker } from '@kaibo/voice/speaker.ts'
import type { Spoken } from '@kaibo/voice/spoken.ts'
import type { Log } from '#log/log.ts'
import type { AssetCache } from '#stage/asset-cache.ts'
import type { Time } from '#time/time.ts'

interface NaturalOptions {
  models: Models
  /** Files of the server, fetched by hash; what broke off goes on where it was. */
  files: Pick<AssetCache, 'get'>
  time: Time
  log: Log
}

/** What begins later than this is worse than the plain voice. */
export const CANARY_MS = 800
const CANARY = '欢迎来到直播间'
const WITHIN_MS = 30_000
/** Somebody may add one at the PC while this program runs. */
const LOOK_MS = 30_000
const AGAIN_MS = 60_000

/** The models of this PC that are fast enough on it: each is heard once before a room speaks by it. */
export class NaturalVoices {
  readonly #options: NaturalOptions
  readonly #speakers = new Map<string, Speaker>()
  /** By model, how soon its canary was heard. */
  readonly #fit = new Map<string, number>()
  readonly #known = new Set<string>()
  /** What is on its way here. */
  readonly #coming = new Set<string>()
  #looking: Promise<void> = Promise.resolve()
  #cancel: () => void = () => {}
  #isClosed = false
  #isMissingSaid = false

  constructor(options: NaturalOptions) {
    this.#options = options
    this.look()
  }

  /** Resolves when all models that are here have been tried. */
  get tried(): Promise<void> {
    return this.#looking
  }

  /** By which model a room speaks: the one that it should, if it is here and fast enough, else the fastest. */
  choose(wanted: string): string | undefined {
    if (this.#fit.has(wanted)) return wanted
    const [fastest] = [...this.#fit].toSorted(([, a], [, b]) => a - b)
    return fastest?.[0]
  }

  say(sha256: string, text: string, voice: string, speed: number): Promise<Spoken> {
    return this.#speaker(sha256).say(text, naturalMannerOf(voice, { speed }))
  }

  /** Has the model come that the server's voice speaks by. Tried again until it is here. */
  want(file: PackedFile): void {
    const { models, files, log, time } = this.#options
    const { sha256 } = file
    if (this.#isClosed || models.has(sha256) || this.#coming.has(sha256)) return
    this.#coming.add(sha256)
    const over = () => this.#coming.delete(sha256)
    files
      .get(file)
      .then((archive) => models.unpack(sha256, archive))
      .then(over)
      .then(() => this.look())
      .catch((err: unknown) => {
        log.warn({ err, sha256 }, '语音模型没有取到，稍后再试')
        time.after(AGAIN_MS, () => {
          over()
          this.want(file)
        })
      })
  }

  /** Tries what has come since the last time. */
  look(): void {
    this.#cancel()
    if (this.#isClosed) return
    this.#looking = this.#looking
      .then(() => this.#tryNew())
      .catch((err: unknown) => this.#options.log.error({ err }, '语音模型没有试成'))
    this.#cancel = this.#options.time.after(LOOK_MS, () => this.look())
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
    for (const speaker of this.#speakers.values()) speaker.close()
  }

  async #tryNew(): Promise<void> {
    const { models, log } = this.#options
    for (const sha256 of await models.list()) {
      if (this.#known.has(sha256) || this.#isClosed) continue
      try {
        const first_ms = await canary(this.#speaker(sha256))
        if (first_ms <= CANARY_MS) this.#fit.set(sha256, first_ms)
        log.info({ sha256, first_ms, used: this.#fit.has(sha256) }, '语音模型试过了')
      } catch (err) {
        // Nothing is known of any model until somebody has installed it
        if (err instanceof EngineMissing) return this.#sayMissing()
        log.warn({ err, sha256 }, '这个语音模型不能用')
      }
      this.#known.add(sha256)
    }
  }

  #sayMissing(): void {
    if (!this.#isMissingSaid) this.#options.log.warn({}, NO_ENGINE.zh)
    this.#isMissingSaid = true
  }

  #speaker(sha256: string): Speaker {
    const { models, time, log } = this.#options
    const known = this.#speakers.get(sha256)
    if (known) return known
    const cwd = models.path(sha256)
    const speaker = new Speaker({ file: models.program, cwd, withinMs: WITHIN_MS, time, log })
    this.#speakers.set(sha256, speaker)
    return speaker
  }
}

/** How soon a sentence begins, once the model is loaded. */
export async function canary(speaker: Speaker): Promise<number> {
  const manner = naturalMannerOf('0', { speed: 1 })
  await speaker.say(CANARY, manner)
  const { ms, first_ms = ms } = await speaker.say(CANARY, manner)
  return first_ms
}
