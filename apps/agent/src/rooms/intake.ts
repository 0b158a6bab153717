import type { DesiredRoom, SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { LATE_EVENT_MS, type LiveEvent } from '@kaibo/contract/live/event.ts'
import { ruleEventOf } from '@kaibo/rules/event.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import type { Answers } from './answers.ts'
import type { Memory } from './memory.ts'
import type { Play } from './play.ts'
import type { Met } from './seen.ts'
import type { StopWatch } from './stop-watch.ts'
import type { WordSupply } from './word-supply.ts'

interface IntakeOptions {
  time: Time
  clock: ServerClock
  spool: (item: SpoolItem) => void
  room: () => DesiredRoom
  isRunning: () => boolean
  /** Nothing before the room has begun. */
  memory: () => Memory | undefined
  play: Play
  stop: Pick<StopWatch, 'heard'>
  words: WordSupply
  answers: Answers
  /** Of events that happen now. */
  heed: (event: LiveEvent) => void
}

/** Where the events of a room come in: each goes up to the ledger, to the game and through the rules, once. */
export class Intake {
  readonly #options: IntakeOptions

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  happened(given: LiveEvent, isHeard = true): void {
    const met = this.#meet(given)
    if (met === 'known') return
    const { room, spool } = this.#options
    const { run_id, config } = room()
    const event = { ...given, is_test: given.is_test || config.mode === RoomMode.record }
    // First, so that of a gift which is in the ledger it is known what became of it in the game
    if (met === 'new') this.#tellGame(event)
    spool({ type: 'event', run_id, event })
    if (met === 'new' && isHeard) this.#answer(event)
  }

  /** Takes events that are in the ledger already: they go to the rules only. */
  forwarded(events: readonly LiveEvent[]): void {
    for (const event of events) {
      if (this.#meet(event) !== 'new') continue
      this.#tellGame(event)
      this.#answer(event)
    }
  }

  #tellGame(event: LiveEvent): void {
    const { isRunning, play, stop } = this.#options
    if (!isRunning() || this.#isLate(event)) return
    stop.heard(event)
    play.heard(event)
  }

  #isLate({ at }: LiveEvent): boolean {
    return (this.#options.clock.ageOf(at) ?? 0) > LATE_EVENT_MS
  }

  #meet(event: LiveEvent): Met {
    const memory = this.#options.memory()
    const met = memory?.seen.meet(event, this.#options.time.elapsed()) ?? 'known'
    if (met !== 'known') memory?.touch()
    return met
  }

  #answer(event: LiveEvent): void {
    const { room, isRunning, words, play, answers, heed } = this.#options
    heed(event)
    if (this.#isLate(event)) return
    const { room_name } = room().config
    const { viewer } = play
    const asked = ruleEventOf(event, { room_name, words, viewer })
    if (!asked || !isRunning()) return
    answers.ask((rules, moment) => rules.happen(asked, moment))
  }
}
