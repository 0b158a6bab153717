import type { Time } from '#time/time.ts'
import type { StagePage } from './stage-page.ts'
import { NO_STAGE } from '#talk/mouth.ts'

/** A sound is short: a page that has not answered by then has not played it. */
const LONGEST_MS = 60_000
/** The most that sound at once: of more nobody hears one. */
const AT_ONCE = 4

interface Ends {
  done: () => void
  failed: (why: string) => void
}

/** The short sounds that a page plays over what is said. */
export class Sounds {
  readonly #time: Time
  readonly #open = new Map<string, Ends & { cancel: () => void }>()

  constructor(time: Time) {
    this.#time = time
  }

  play(page: StagePage | undefined, sound_id: string, of: Sound, ends: Ends): void {
    if (!page) return ends.failed(NO_STAGE)
    if (this.#open.size >= AT_ONCE) return ends.failed('同时播放的音效太多')
    const cancel = this.#time.after(LONGEST_MS, () => this.heard(sound_id, '画面没有播放音效'))
    this.#open.set(sound_id, { ...ends, cancel })
    page.send({ type: 'sound', sound_id, ...of })
  }

  /** It is over, or did not sound for this reason; false of what is none of these. */
  heard(sound_id: string, why?: string): boolean {
    const open = this.#open.get(sound_id)
    if (!open) return false
    this.#open.delete(sound_id)
    open.cancel()
    if (why === undefined) open.done()
    else open.failed(why)
    return true
  }

  /** The page that played them has gone. */
  lose(): void {
    for (const sound_id of this.#open.keys()) this.heard(sound_id, '画面断开')
  }
}

export interface Sound {
  url: string
  volume: number
}
