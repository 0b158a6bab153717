import type { TableLetter } from './room.moments.ts'

export type Range = readonly [first: number, last: number]

/** The numbers of a room's new rows in the tables of its timeline. Rows of the same range that somebody else stored may be among them. */
export type Marks = Partial<Record<TableLetter, Range>>

/** Rooms of which something was committed. */
export class Touched {
  readonly #rooms = new Map<string, Marks>()

  get size(): number {
    return this.#rooms.size
  }

  /** Its row changed; what is new in its timeline, if anything, is in these ranges. */
  add(room_id: string, marks: Marks = {}): void {
    const known = this.#rooms.get(room_id) ?? {}
    this.#rooms.set(room_id, known)
    for (const [letter, range] of entriesOf(marks)) {
      const [first, last] = known[letter] ?? range
      known[letter] = [Math.min(first, range[0]), Math.max(last, range[1])]
    }
  }

  /** All of them, once. */
  take(): [room_id: string, marks: Marks][] {
    const taken = [...this.#rooms]
    this.#rooms.clear()
    return taken
  }
}

const entriesOf = (marks: Marks) => Object.entries(marks) as [TableLetter, Range][]
