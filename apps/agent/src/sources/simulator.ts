import type { Time } from '#time/time.ts'
import { Audience } from './audience.ts'
import type { Source, SourceSink } from './source.ts'

export interface SimulatorOptions {
  roomCode: string
  seed: number
  speed: number
  /** Part of the event ids, different at each start: otherwise the same events of a second start would count as repetitions. */
  salt: string
  time: Time
  /** Server time. */
  now: () => number
}

/** A room without a platform: for first looks, rehearsals and tests. */
export class SimulatorSource implements Source {
  readonly #options: SimulatorOptions
  readonly #audience: Audience
  #cancel: () => void = () => {}
  #sent = 0

  constructor(options: SimulatorOptions) {
    this.#options = options
    this.#audience = new Audience(options.seed)
  }

  start(sink: SourceSink): void {
    sink.changed()
    this.#schedule(sink)
  }

  async stop(): Promise<void> {
    this.#cancel()
  }

  status() {
    return { kind: 'simulator', connected: true, detail: '模拟观众' }
  }

  #schedule(sink: SourceSink): void {
    const { roomCode, speed, salt, time, now } = this.#options
    const { waitMs, ...happening } = this.#audience.next()
    this.#cancel = time.after(waitMs / speed, () => {
      this.#schedule(sink)
      sink.event({
        source: 'simulator',
        event_id: `${salt}-${++this.#sent}`,
        room_code: roomCode,
        at: now(),
        is_test: false,
        is_ai: false,
        ...happening,
      })
    })
  }
}
