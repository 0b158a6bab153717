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

  /** So many of them, once, those that wait longest first. */
  take(limit = Infinity): [room_id: string, marks: Marks][] {
    const taken: [string, Marks][] = []
    for (const [room_id, marks] of this.#rooms) {
      if (taken.length === limit) break
      taken.push([room_id, marks])
      this.#rooms.delete(room_id)
    }
    return taken
  }
}

const entriesOf = (marks: Marks) => Object.entries(marks) as [TableLetter, Range][]
