import type { LimitPer } from '@kaibo/contract/talk/talk.enums.ts'
import { dayNumber } from './clock.ts'

type Amounts = Record<string, number>
interface Span {
  from: number
  until: number
}
interface Pending {
  until: number
  amounts: Amounts
}

/** Of a condition that could not be decided. */
interface Faults {
  edition: number
  inARow: number
}

const BREAKER = 5

/** What is written to disk between two runs of an agent. */
export interface RuleStateData {
  cooldowns?: Record<string, Record<string, Span>>
  limits?: Record<string, { period: number; used: number }>
  faults?: Record<string, Faults>
  said?: Record<string, number[]>
  merged?: Record<string, Record<string, Pending>>
  periods?: { session: number; round: number }
}

/** What the rules of one room remember between events. Keys are made by the compiler, so an edited set keeps its cooldowns. */
export class RuleState {
  readonly #cooldowns = new Map<string, Map<string, Span>>()
  readonly #limits = new Map<string, { period: number; used: number }>()
  readonly #faults = new Map<string, Faults>()
  readonly #said = new Map<string, number[]>()
  readonly #merged = new Map<string, Map<string, Pending>>()
  readonly #periods = { session: 0, round: 0 }

  static from(data: RuleStateData): RuleState {
    const state = new RuleState()
    fillNested(state.#cooldowns, data.cooldowns)
    fill(state.#limits, data.limits)
    fill(state.#faults, data.faults)
    fill(state.#said, data.said)
    fillNested(state.#merged, data.merged)
    Object.assign(state.#periods, data.periods)
    return state
  }

  toJSON(): RuleStateData {
    return structuredClone({
      cooldowns: plainNested(this.#cooldowns),
      limits: Object.fromEntries(this.#limits),
      faults: Object.fromEntries(this.#faults),
      said: Object.fromEntries(this.#said),
      merged: plainNested(this.#merged),
      periods: this.#periods,
    })
  }

  /** Forgets everything. */
  reset(): void {
    for (const memory of [this.#cooldowns, this.#limits, this.#faults, this.#said, this.#merged]) {
      memory.clear()
    }
    this.#periods.session = 0
    this.#periods.round = 0
  }

  /** Limits per session (or per round) count from here. A session is a run: no event begins one. */
  begin(period: 'session' | 'round'): void {
    this.#periods[period]++
  }

  /** Milliseconds that `who` still has to wait; 0 when the cooldown is over, or began on a clock that was ahead. */
  cooldownLeft(key: string, who: string, now: number): number {
    const span = this.#cooldowns.get(key)?.get(who)
    return span && span.from <= now && span.until > now ? span.until - now : 0
  }

  startCooldown(key: string, who: string, now: number, ms: number): void {
    const spans = memoryOf(this.#cooldowns, key)
    prune(spans, ({ until }) => until <= now)
    spans.delete(who)
    spans.set(who, { from: now, until: now + ms })
  }

  used(key: string, per: LimitPer, now: number): number {
    const count = this.#limits.get(key)
    return count?.period === this.#periodOf(per, now) ? count.used : 0
  }

  use(key: string, per: LimitPer, now: number): void {
    const used = this.used(key, per, now) + 1
    this.#limits.set(key, { period: this.#periodOf(per, now), used })
  }

  /** A node whose condition could not be decided so often in a row is left out until it is edited (another `edition`) or reset. */
  isBroken(key: string, edition: number): boolean {
    const faults = this.#faults.get(key)
    return faults?.edition === edition && faults.inARow >= BREAKER
  }

  tried(key: string, edition: number, isDecided: boolean): void {
    const faults = this.#faults.get(key)
    if (isDecided) {
      if (faults) this.#faults.delete(key)
      return
    }
    const inARow = faults?.edition === edition ? faults.inARow : 0
    this.#faults.set(key, { edition, inARow: inARow + 1 })
  }

  /** The last picks of a rule's templates, newest last. */
  lastSaid(key: string): readonly number[] {
    return this.#said.get(key) ?? []
  }

  remember(key: string, pick: number, keep: number): void {
    this.#said.set(key, [...this.lastSaid(key), pick].slice(-keep))
  }

  /** Adds to what waits for the next answer; forgotten when none comes until then. */
  merge(key: string, who: string, now: number, until: number, amounts: Amounts): void {
    const waiting = memoryOf(this.#merged, key)
    prune(waiting, (pending) => pending.until <= now)
    const sums = { ...waiting.get(who)?.amounts }
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount
    waiting.delete(who)
    waiting.set(who, { until, amounts: sums })
  }

  merged(key: string, who: string, now: number): Readonly<Amounts> | undefined {
    const pending = this.#merged.get(key)?.get(who)
    return pending && pending.until > now ? pending.amounts : undefined
  }

  settle(key: string, who: string): void {
    this.#merged.get(key)?.delete(who)
  }

  #periodOf(per: LimitPer, now: number): number {
    return per === 'day' ? dayNumber(now) : this.#periods[per]
  }
}

/**
 * Entries stand about in the order they end: looking at the front keeps the memory of a busy room small, and what waits
 * behind one that lasts longer is found the next time.
 */
function prune<V>(memory: Map<string, V>, isOver: (value: V) => boolean): void {
  for (const [who, value] of memory) {
    if (!isOver(value)) return
    memory.delete(who)
  }
}

function memoryOf<V>(memory: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const known = memory.get(key)
  if (known) return known
  const fresh = new Map<string, V>()
  memory.set(key, fresh)
  return fresh
}

function fill<V>(memory: Map<string, V>, data: Record<string, V> = {}): void {
  for (const [key, value] of Object.entries(data)) memory.set(key, structuredClone(value))
}

function fillNested<V>(
  memory: Map<string, Map<string, V>>,
  data: Record<string, Record<string, V>> = {},
): void {
  for (const [key, inner] of Object.entries(data)) fill(memoryOf(memory, key), inner)
}

const plainNested = <V>(memory: Map<string, Map<string, V>>) =>
  Object.fromEntries([...memory].map(([key, inner]) => [key, Object.fromEntries(inner)]))
