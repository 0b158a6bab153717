/** So many seconds before a round ends rules are told. */
const MARKS_S = [60, 30, 10]

/** The last seconds of a round whose end the game has foreseen. */
export class Countdown {
  #at: number | undefined
  #left: number[] = []

  /** Marks that have passed by now are not made up for. */
  set(at: number | undefined, now: number): void {
    this.#at = at
    this.#left = at === undefined ? [] : MARKS_S.filter((mark) => at - mark * 1_000 > now)
  }

  clear(): void {
    this.set(undefined, 0)
  }

  /** The marks that are reached, each once. */
  due(now: number): number[] {
    const at = this.#at
    if (at === undefined) return []
    const due = this.#left.filter((mark) => now >= at - mark * 1_000 && now < at)
    this.#left = this.#left.filter((mark) => now < at - mark * 1_000)
    return due
  }
}
