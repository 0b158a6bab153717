import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { Source, SourceSink, SourceStatus } from './source.ts'

/** Writes down what a source tells, and waits for it. */
export class SinkFixture implements SourceSink {
  readonly events: LiveEvent[] = []
  readonly statuses: SourceStatus[] = []
  readonly logs: string[] = []
  readonly failures: string[] = []
  #source: Source | undefined

  run(source: Source): void {
    this.#source = source
    source.start(this)
  }

  event(event: LiveEvent): void {
    this.events.push(event)
  }

  changed(): void {
    const status = this.#source?.status()
    if (status) this.statuses.push(status)
  }

  failed(reason: string): void {
    this.failures.push(reason)
  }

  log(level: string, text: string): void {
    this.logs.push(`${level} ${text}`)
  }

  get isConnected(): boolean {
    return this.statuses.at(-1)?.connected ?? false
  }
}

export async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise((resolve) => setTimeout(resolve, 5))
}
