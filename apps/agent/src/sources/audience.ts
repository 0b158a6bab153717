import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { Random } from '@kaibo/rules/random.ts'
import { CHAT, FIRST_NAMES, GIFTS, LAST_NAMES } from './simulated-words.ts'

/** The next event in the room, `waitMs` after the one before. */
export type Happening = Pick<LiveEvent, 'kind' | 'user' | 'text' | 'gift' | 'count'> & {
  waitMs: number
}

type Viewer = LiveEvent['user']

const PER_MINUTE = 40
/** How likely each event starts a burst, in which events come faster for a while. */
const BURST_CHANCE = 0.01
const BURST_EVENTS = 60
const BURST_TEMPO = 5
const MAX_PRESENT = 200
const FEN_PER_DIAMOND = 10
const COMBOS = [1, 1, 1, 1, 1, 3, 5, 10, 66]

const KINDS = ['enter', 'danmu', 'like', 'gift', 'follow', 'share'] as const
const WEIGHTS = [26, 38, 20, 10, 5, 1]

/** A simulated audience: the same seed always gives the same events. */
export class Audience {
  readonly #random = new Random()
  readonly #present: Viewer[] = []
  #burstLeft = 0
  #met = 0

  constructor(seed: number) {
    this.#random.seed(seed, 0, 0)
  }

  next(): Happening {
    const waitMs = this.#wait()
    const kind = KINDS[this.#random.pick(WEIGHTS)] ?? 'danmu'
    if (kind === 'enter' || this.#present.length === 0)
      return { waitMs, kind: 'enter', user: this.#enter() }
    const user = this.#one(this.#present)
    switch (kind) {
      case 'danmu':
        return { waitMs, kind, user, text: this.#one(CHAT) }
      case 'like':
        return { waitMs, kind, user, count: 1 + Math.floor(this.#random.next() ** 3 * 50) }
      case 'gift':
        return { waitMs, kind, user, gift: this.#gift() }
      default:
        return { waitMs, kind, user }
    }
  }

  /** Arrivals of independent people: the time between two of them is exponential. */
  #wait(): number {
    if (this.#burstLeft > 0) this.#burstLeft--
    else if (this.#random.next() < BURST_CHANCE) this.#burstLeft = BURST_EVENTS
    const tempo = this.#burstLeft > 0 ? BURST_TEMPO : 1
    return (-Math.log(1 - this.#random.next()) * 60_000) / (PER_MINUTE * tempo)
  }

  #enter(): Viewer {
    const number = ++this.#met
    const viewer: Viewer = {
      open_id: `viewer-${number}`,
      nickname: this.#one(FIRST_NAMES) + this.#one(LAST_NAMES),
      level: Math.floor(this.#random.next() ** 2 * 60),
      fan_level: Math.floor(this.#random.next() ** 4 * 30),
    }
    this.#present.push(viewer)
    if (this.#present.length > MAX_PRESENT) this.#present.shift()
    return viewer
  }

  #gift(): NonNullable<LiveEvent['gift']> {
    const index = this.#random.pick(GIFTS.map(([, , weight]) => weight))
    const [name, diamonds] = GIFTS[index] ?? ['小心心', 1]
    const count = diamonds < 100 ? this.#one(COMBOS) : 1
    const value = diamonds * count
    return {
      id: `gift-${index}`,
      name,
      count,
      raw_unit: '钻石',
      raw_value: value,
      fen: value * FEN_PER_DIAMOND,
      paid: true,
    }
  }

  #one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random.next() * list.length)] as T
  }
}
