import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import type { Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import { TELL_EVERY_MS, WATCH_LASTS_MS } from '@kaibo/contract/live/watch.ts'
import type { Time } from '#time/time.ts'

interface QueueWatchOptions {
  time: Time
  /** False where the server is away. */
  send: (frame: AgentFrame) => boolean
  waiting: (room_code: string) => Waiting[]
}

interface Watched {
  /** Of `elapsed`. */
  until: number
  /** What the server was told last, since the watch was renewed. */
  told: string | undefined
  cancel: () => void
}

/**
 * Tells the server what waits in rooms that somebody looks at. A watched room is looked at again and again, for what waits
 * changes in many ways; of all others nothing is told.
 */
export class QueueWatch {
  readonly #options: QueueWatchOptions
  readonly #rooms = new Map<string, Watched>()

  constructor(options: QueueWatchOptions) {
    this.#options = options
  }

  /** Each renewal is answered, changed or not: somebody else may have begun to look. */
  watch(room_code: string): void {
    const until = this.#options.time.elapsed() + WATCH_LASTS_MS
    const known = this.#rooms.get(room_code)
    if (known) return void Object.assign(known, { until, told: undefined })
    const room: Watched = { until, told: undefined, cancel: () => {} }
    this.#rooms.set(room_code, room)
    this.#look(room_code, room)
  }

  close(): void {
    for (const { cancel } of this.#rooms.values()) cancel()
    this.#rooms.clear()
  }

  #look(room_code: string, room: Watched): void {
    const { time, send, waiting } = this.#options
    if (time.elapsed() >= room.until) return void this.#rooms.delete(room_code)
    const list = waiting(room_code)
    const said = sayingOf(list)
    if (said !== room.told && send({ type: 'waiting', room_code, list })) room.told = said
    room.cancel = time.after(TELL_EVERY_MS, () => this.#look(room_code, room))
  }
}

/** Lines grow older all the time: that alone is no change. */
const sayingOf = (list: readonly Waiting[]): string =>
  JSON.stringify(list.map((line) => ({ ...line, age_ms: 0, left_ms: 0 })))
