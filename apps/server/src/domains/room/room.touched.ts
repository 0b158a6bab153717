import type { TableLetter } from './room.moments.ts'

export type Range = readonly [first: number, last: number]

/** Ranges of ids of a room's new rows, by table of the timeline. Other new rows of the room may lie in the same range. */
export type NewRowRanges = Partial<Record<TableLetter, Range>>

/** Rooms that have changed since the last `take`. */
export class Touched {
  readonly #rooms = new Map<string, NewRowRanges>()

  get size(): number {
    return this.#rooms.size
  }

  /** Adds a room whose row has changed, with the ranges of its new timeline rows, if any. */
  add(room_id: string, ranges: NewRowRanges = {}): void {
    const known = this.#rooms.get(room_id) ?? {}
    this.#rooms.set(room_id, known)
    for (const [letter, range] of entriesOf(ranges)) {
      const [first, last] = known[letter] ?? range
      known[letter] = [Math.min(first, range[0]), Math.max(last, range[1])]
    }
  }

  /** Removes and answers up to `limit` rooms, those that have waited longest first. */
  take(limit = Infinity): [room_id: string, ranges: NewRowRanges][] {
    const taken: [string, NewRowRanges][] = []
    for (const [room_id, ranges] of this.#rooms) {
      if (taken.length === limit) break
      taken.push([room_id, ranges])
      this.#rooms.delete(room_id)
    }
    return taken
  }
}

const entriesOf = (ranges: NewRowRanges) => Object.entries(ranges) as [TableLetter, Range][]
