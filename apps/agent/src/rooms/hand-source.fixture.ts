import type { Source, SourceSink } from '#sources/source.ts'
import type { ManualTime } from '#time/manual-time.ts'

/** A source that a test plays. */
export class HandSource implements Source {
  readonly #time: ManualTime
  sink: SourceSink | undefined
  stops = 0
  stopMs = 0
  hasEnded = false
  connected = false
  kind = 'hand'
  detail = ''

  constructor(time: ManualTime) {
    this.#time = time
  }

  start(sink: SourceSink): void {
    this.sink = sink
  }

  async stop(): Promise<void> {
    this.stops++
    // As with the open platform, only the first waits for the session's end
    if (this.stops > 1) return
    if (this.stopMs > 0)
      await new Promise<void>((resolve) => this.#time.after(this.stopMs, resolve))
    this.hasEnded = true
  }

  status() {
    return { kind: this.kind, connected: this.connected, detail: this.detail }
  }

  connect(): void {
    this.connected = true
    this.sink?.changed()
  }
}
