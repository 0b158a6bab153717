import type { LiveEvent } from '@kaibo/contract/live/event.ts'

export interface SourceStatus {
  kind: string
  connected: boolean
  /** For the operator, in Chinese. */
  detail: string
}

/** What a source tells its room. */
export interface SourceSink {
  event(event: LiveEvent): void
  /** The status has changed. */
  changed(): void
  /** It cannot run and will not try again; `reason` says what to do. */
  failed(reason: string): void
  /** For the room's timeline. */
  log(level: 'info' | 'warn' | 'error', text: string): void
}

/** Where a room's events come from. A source is started once; stopping it twice does no harm. */
export interface Source {
  start(sink: SourceSink): void
  stop(): Promise<void>
  status(): SourceStatus
}
