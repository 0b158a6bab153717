import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { Time } from '#time/time.ts'

/** How long a room stays on air after the platform ended the stream: often it is back at once. */
const PLATFORM_END_MS = 10_000

/** Ends the run when the platform has ended the stream and it does not come back soon. */
export class PlatformEnd {
  readonly #time: Time
  readonly #end: () => void
  #cancel: () => void = () => {}

  constructor(time: Time, end: () => void) {
    this.#time = time
    this.#end = end
  }

  heed({ kind }: LiveEvent): void {
    if (kind !== 'live_end' && kind !== 'live_start') return
    this.#cancel()
    if (kind === 'live_end') this.#cancel = this.#time.after(PLATFORM_END_MS, this.#end)
  }

  forget(): void {
    this.#cancel()
  }
}
