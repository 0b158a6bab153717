import type { Spool } from '#spool/spool.ts'
import type { Batch } from '#spool/reader.ts'
import type { Stretch } from '#spool/mark.ts'
import type { Time } from '#time/time.ts'

/** Half of what the server takes in one frame. Small enough that a live batch does not wait long behind one of a backlog. */
const LIMITS = { items: 500, bytes: 500_000 }
/** After this long without an acknowledgement a batch is sent again: the server may have failed to store it. */
const RESEND_MS = 15_000

export interface LaneOptions {
  spool: Spool
  time: Time
  /** Answers the last number that was sent; undefined when the connection is lost. */
  send: (stretch: Stretch, batch: Batch) => number | undefined
}

/** Sends one stretch of the spool, one batch under way at a time, and again until it is acknowledged. */
export class Lane {
  readonly #options: LaneOptions
  /** The last number of the batch that is under way, and under which name. */
  #underWay: { id: string; last: number } | undefined
  #cancelResend: () => void = () => {}

  constructor(options: LaneOptions) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#underWay !== undefined
  }

  /** Sends the next batch of the stretch, if none is under way; answers whether anything is left to send or acknowledge. */
  pump(stretch: Stretch): boolean {
    if (this.isBusy) return true
    const { spool, time, send } = this.#options
    const batch = spool.read(stretch.acked, LIMITS, stretch.to)
    if (!batch) return false
    const last = send(stretch, batch)
    if (last === undefined) return true
    this.#underWay = { id: stretch.id, last }
    this.#cancelResend = time.after(RESEND_MS, () => {
      this.stop()
      this.pump(stretch)
    })
    return true
  }

  acknowledged(id: string, upTo: number): void {
    if (this.#underWay?.id === id && upTo >= this.#underWay.last) this.stop()
  }

  /** Stops waiting for an acknowledgement. */
  stop(): void {
    this.#cancelResend()
    this.#underWay = undefined
  }
}
