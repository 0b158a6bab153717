import type { StageTrouble } from '@kaibo/contract/agent/stage-items.schema.ts'
import type { Time } from '#time/time.ts'

/** What a stage does at present. */
export interface Showing {
  /** The run that is on air; nothing while none is. */
  run_id: string | null
  /** Its rules may speak. */
  isOpen: boolean
  isMuted: boolean
  /** A page is the program. */
  isSeen: boolean
}

/** A page that went away is often back at once. */
const LOST_MS = 15_000
const SILENT_MS = 60_000
const MOST_UNHEARD = 3
/** How often a voice that is down is tried. */
const TRY_MS = 30_000

const NOTHING: Showing = { run_id: null, isOpen: true, isMuted: false, isSeen: false }

/** Whether viewers see and hear what they should, in the run that is on air. */
export class StageHealth {
  readonly #time: Time
  readonly #changed: () => void
  #showing = NOTHING
  /** Somebody saw it in this run. */
  #wasSeen = false
  /** Since when nobody sees it, and since when nothing was heard; of `elapsed`. */
  #lostAt = 0
  #heardAt = 0
  #unheard = 0
  #triedAt = -Infinity
  #cancel: () => void = () => {}

  constructor(time: Time, changed: () => void) {
    this.#time = time
    this.#changed = changed
  }

  show(showing: Showing): void {
    const now = this.#time.elapsed()
    const before = this.#showing
    this.#showing = showing
    if (showing.run_id !== before.run_id) {
      this.#wasSeen = false
      this.#unheard = 0
    }
    const isSilentFromNow =
      showing.run_id !== before.run_id ||
      (showing.isSeen && !before.isSeen) ||
      (showing.isOpen && !before.isOpen) ||
      (!showing.isMuted && before.isMuted)
    if (isSilentFromNow) this.#heardAt = now
    if (showing.isSeen) this.#wasSeen = true
    else if (before.isSeen) this.#lostAt = now
    this.#lookLater()
  }

  /** Of a sentence that had a voice and a page that can be heard. */
  said(isHeard: boolean): void {
    const before = this.trouble
    if (isHeard) {
      this.#heardAt = this.#time.elapsed()
      this.#unheard = 0
      this.#lookLater()
    } else this.#unheard += 1
    if (this.trouble !== before) this.#changed()
  }

  get trouble(): StageTrouble | null {
    const { run_id, isSeen, isOpen, isMuted } = this.#showing
    if (run_id === null) return null
    const now = this.#time.elapsed()
    if (!isSeen) return this.#wasSeen && now - this.#lostAt >= LOST_MS ? 'stage_lost' : null
    if (this.#unheard >= MOST_UNHEARD) return 'voice_down'
    return isOpen && !isMuted && now - this.#heardAt >= SILENT_MS ? 'silent' : null
  }

  /** Whether the next sentence is to be spoken: one that is down is tried now and then. */
  mayTry(): boolean {
    if (this.#unheard < MOST_UNHEARD) return true
    const now = this.#time.elapsed()
    if (now - this.#triedAt < TRY_MS) return false
    this.#triedAt = now
    return true
  }

  close(): void {
    this.#cancel()
  }

  /** Tells what comes of nothing but time. */
  #lookLater(): void {
    this.#cancel()
    this.#cancel = () => {}
    const { run_id, isSeen } = this.#showing
    if (run_id === null || (!isSeen && !this.#wasSeen)) return
    const now = this.#time.elapsed()
    const left = isSeen ? this.#heardAt + SILENT_MS - now : this.#lostAt + LOST_MS - now
    if (left > 0) this.#cancel = this.#time.after(left, this.#changed)
  }
}
