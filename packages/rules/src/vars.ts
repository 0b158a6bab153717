import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import type { StoredVar } from '@kaibo/contract/talk/variable.schema.ts'
import { fill, Layer, plain } from './layer.ts'
import type { Periods } from './periods.ts'

interface Kept {
  value: Scalar
  /** The round, session or day that it is of. */
  period: number
}

/** Of how many viewers a room remembers values; whoever was set longest ago is forgotten first. */
const MAX_VIEWERS = 20_000

export interface RoomVarsData {
  room?: Record<string, Kept>
  viewers?: Record<string, Kept>
}

/** The variables that rules and the game set in one room. */
export class RoomVars {
  readonly #room: Layer<Kept>
  readonly #viewers: Layer<Kept>
  readonly #periods: Periods

  constructor(periods: Periods, below?: RoomVars) {
    this.#periods = periods
    this.#room = new Layer(below && below.#room)
    this.#viewers = new Layer(below && below.#viewers)
  }

  /** The value of this period; nothing where nobody has set one. */
  read({ key, scope, reset }: StoredVar, viewer: string, now: number): Scalar | undefined {
    const kept = scope === 'user' ? this.#viewers.get(`${viewer}\n${key}`) : this.#room.get(key)
    return kept?.period === this.#periods.of(reset, now) ? kept.value : undefined
  }

  write({ key, scope, reset }: StoredVar, viewer: string, value: Scalar, now: number): void {
    const kept = { value, period: this.#periods.of(reset, now) }
    if (scope !== 'user') return this.#room.put(key, kept)
    let over = this.#viewers.ownSize - MAX_VIEWERS
    this.#viewers.prune(() => over-- >= 0)
    this.#viewers.put(`${viewer}\n${key}`, kept)
  }

  clear(): void {
    this.#room.clear()
    this.#viewers.clear()
  }

  fill({ room, viewers }: RoomVarsData): void {
    fill(this.#room, room)
    fill(this.#viewers, viewers)
  }

  toJSON(): RoomVarsData {
    return { room: plain(this.#room), viewers: plain(this.#viewers) }
  }
}
