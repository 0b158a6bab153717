import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import type { Moment } from '@kaibo/rules/engine.ts'
import type { Anchor } from '#talk/anchor.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import type { DecisionLog } from './decision-log.ts'
import { linesOf } from './lines.ts'
import type { Memory } from './memory.ts'
import { Notes } from './notes.ts'
import type { OnStage } from './on-stage.ts'
import type { Play } from './play.ts'
import type { StopWatch } from './stop-watch.ts'
import type { Teller } from './teller.ts'

interface AnswersOptions {
  time: Time
  clock: ServerClock
  room: () => DesiredRoom
  /** Nothing before the room has begun. */
  memory: () => Memory | undefined
  anchor: Anchor
  decisions: DecisionLog
  teller: Teller
  play: Play
  stop: Pick<StopWatch, 'carryOut'>
  onStage: Pick<OnStage, 'carryOut'>
}

/** Asks the rules of a room, and has each part of it carry out what they decide. */
export class Answers {
  readonly #options: AnswersOptions
  readonly #notes = new Notes()

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  ask(of: (rules: Memory['rules'], moment: Moment) => Decision[]): void {
    const { clock, anchor, room, memory: remembered } = this.#options
    const memory = remembered()
    if (!memory) return
    const now = clock.now()
    const vars = { 'sys.room_name': room().config.room_name }
    const decisions = of(memory.rules, { now, speech: anchor.speech(), vars })
    if (decisions.length > 0) memory.touch()
    this.#act(decisions, now)
  }

  /** Something happens to the room itself, once a run. */
  raise(key: string): void {
    const { run_id, room_code } = this.#options.room()
    const id = `${key}:${run_id ?? room_code}`
    const at = this.#options.clock.now()
    this.ask((rules, moment) => rules.happen({ key, id, at, vars: {} }, moment))
  }

  #act(decisions: readonly Decision[], now: number): void {
    const { time, anchor, teller, play, stop, onStage } = this.#options
    const elapsed = time.elapsed()
    this.#options.decisions.note(decisions, now)
    for (const decision of decisions) {
      for (const note of this.#notes.of(decision, elapsed, play.hasGame))
        teller.note(note.level, note.said, note.alarm)
      for (const line of linesOf(decision)) anchor.say(line)
      play.carryOut(decision)
      stop.carryOut(decision)
      onStage.carryOut(decision)
    }
  }
}
