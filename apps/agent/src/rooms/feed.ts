import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import { about, asIs, words } from '@kaibo/contract/kernel/words.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { Source, SourceSink, SourceStatus } from '#sources/source.ts'
import type { Note } from './notes.ts'
import { settingsOf } from './source-settings.ts'

type Config = DesiredRoom['config']

interface FeedOptions {
  sourceFor: (config: Config) => Source | string
  /** Whether the room is on air: nothing begins where it is not. */
  isRunning: () => boolean
  event: (event: LiveEvent) => void
  connected: () => void
  changed: () => void
  failed: (reason: string) => void
  note: (level: Note['level'], said: Note['said']) => void
}

/** Where the events of a room come from: one source at a time. */
export class Feed {
  readonly #options: FeedOptions
  #source: Source | undefined
  /** The settings by which the source was chosen. */
  #chosenBy: string | undefined
  /** Starting and stopping sources is serialised, so that no source is left running beside another. */
  #work: Promise<void> = Promise.resolve()
  /** The end of the last source: started once, awaited by every call of `end`. */
  #ending: Promise<void> | undefined
  wasConnected = false

  constructor(options: FeedOptions) {
    this.#options = options
  }

  status(): SourceStatus | undefined {
    return this.#source?.status()
  }

  /** Runs a step after the ones before it. An error fails the room: otherwise it would stay `ready` for ever without a reason. */
  inTurn(step: () => Promise<void>): Promise<void> {
    const { isRunning, failed, note } = this.#options
    this.#work = this.#work.then(step).catch((error: Error) => {
      const reason = about(
        words('直播间没有启动起来', 'The room did not start'),
        asIs(error.message),
      )
      if (isRunning()) failed(reason.zh)
      else note('error', reason)
    })
    return this.#work
  }

  /** Starts the source of the newest settings, after the one before has ended. */
  async choose(config: Config): Promise<void> {
    const { isRunning, sourceFor, failed } = this.#options
    if (!isRunning() || settingsOf(config) === this.#chosenBy) return
    await this.#source?.stop()
    if (!isRunning()) return
    this.#chosenBy = settingsOf(config)
    const source = sourceFor(config)
    if (typeof source === 'string') return failed(source)
    this.#source = source
    source.start(this.#sinkOf(source))
  }

  end(): Promise<void> {
    return (this.#ending ??= this.#ended(this.#source))
  }

  /** Nothing of it is heard any more. */
  forget(): void {
    this.#source = undefined
  }

  /** Ends a source. An error is logged and does not hold up the stop or the next run. */
  async #ended(source: Source | undefined): Promise<void> {
    try {
      await Promise.all([this.#work, source?.stop()])
    } catch (error) {
      this.#options.note(
        'warn',
        about(
          words('事件来源没有正常结束', 'The source of events did not end well'),
          asIs((error as Error).message),
        ),
      )
    }
  }

  /** The sink of a source; it ignores everything after the source was replaced. */
  #sinkOf(source: Source): SourceSink {
    const { event, connected, changed, failed, note } = this.#options
    const isCurrent = () => this.#source === source
    return {
      event: (one) => isCurrent() && event(one),
      changed: () => {
        if (!isCurrent()) return
        const isConnected = source.status().connected
        this.wasConnected ||= isConnected
        if (isConnected) connected()
        changed()
      },
      failed: (reason) => isCurrent() && failed(reason),
      log: (level, text) => note(level, asIs(text)),
    }
  }
}
