import type { LimitPer, VarReset } from '@kaibo/contract/talk/talk.enums.ts'
import { dayNumber } from './clock.ts'

export interface PeriodsData {
  session: number
  round: number
  /** The run that the room is in; nothing where none was opened yet. */
  run?: string | null
}

/** What limits and variables are counted within. Both only go forward: what is said twice changes nothing. */
export class Periods {
  #session = 0
  #round = 0
  #run: string | null | undefined

  fill({ session, round, run }: PeriodsData): void {
    this.#session = session
    this.#round = round
    this.#run = run
  }

  /** Forgets all but which run the room is in. */
  clear(): void {
    this.#session = 0
    this.#round = 0
  }

  /** The room is in this run; answers whether it is another than before. */
  open(run: string | null): boolean {
    if (run === this.#run) return false
    this.#run = run
    this.#session++
    return true
  }

  /** The round that is played, as the game counts; answers whether it is a new one. */
  round(seq: number): boolean {
    if (seq <= this.#round) return false
    this.#round = seq
    return true
  }

  of(per: LimitPer | VarReset, now: number): number {
    switch (per) {
      case 'day':
        return dayNumber(now)
      case 'session':
        return this.#session
      case 'round':
        return this.#round
      default:
        return 0
    }
  }

  toJSON(): PeriodsData {
    const run = this.#run === undefined ? {} : { run: this.#run }
    return { session: this.#session, round: this.#round, ...run }
  }
}
