import { setImmediate as nextTurn } from 'node:timers/promises'
import { isAway } from './db/away.ts'

interface Waiting<Unit, Outcome> {
  unit: Unit
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * Group commit: what arrives while a transaction runs goes into the next one together, so that sixteen agents cost one
 * flush to disk and not sixteen. Units are committed in the order they came.
 */
export class Committer<Unit, Outcome> {
  readonly #commit: (units: Unit[]) => Promise<Outcome[]>
  readonly #weigh: (unit: Unit) => number
  readonly #limit: number
  readonly #gather: () => Promise<unknown>
  readonly #waiting: Waiting<Unit, Outcome>[] = []
  #running = false

  /**
   * `limit` bounds the weight of a group, because a long transaction keeps all others waiting. `gather` resolves when a group
   * stops waiting for more units; by default at the end of the current turn of the event loop.
   */
  constructor(
    limit: number,
    weigh: (unit: Unit) => number,
    commit: (units: Unit[]) => Promise<Outcome[]>,
    gather: () => Promise<unknown> = nextTurn,
  ) {
    this.#limit = limit
    this.#weigh = weigh
    this.#commit = commit
    this.#gather = gather
  }

  add(unit: Unit): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject })
      if (!this.#running) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      await this.#gather()
      const group = this.#take()
      // After a failure each unit is committed alone, so that one which cannot be stored does not fail the others. Where the
      // database is away none can be.
      if (!(await this.#settle(group, group.length === 1)))
        for (const one of group) await this.#settle([one], true)
    }
    this.#running = false
  }

  #take(): Waiting<Unit, Outcome>[] {
    let weight = 0
    let count = 0
    for (const { unit } of this.#waiting) {
      weight += this.#weigh(unit)
      if (count > 0 && weight > this.#limit) break
      count += 1
    }
    return this.#waiting.splice(0, count)
  }

  async #settle(group: Waiting<Unit, Outcome>[], isLast: boolean): Promise<boolean> {
    try {
      const outcomes = await this.#commit(group.map(({ unit }) => unit))
      group.forEach((one, i) => one.resolve(outcomes[i] as Outcome))
      return true
    } catch (error) {
      const isOver = isLast || isAway(error)
      if (isOver) for (const one of group) one.reject(error)
      return isOver
    }
  }
}
