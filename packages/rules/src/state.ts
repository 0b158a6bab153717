import type { LimitPer } from '@kaibo/contract/talk/talk.enums.ts'
import { dayNumber } from './clock.ts'
import { Pots, type Pot } from './pots.ts'

/** A cooldown that was started. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** How often in a row a node's condition could not be decided. */
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
  pots?: Pot[]
  periods?: { session: number; round: number }
  /** The run that the room is in. */
  run?: string | null
}

/** What the rules of one room remember between events. By the keys of nodes, which do not change when a set is edited. */
export class RuleState {
  readonly #cooldowns = new Map<string, Map<string, Span>>()
  readonly #limits = new Map<string, { period: number; used: number }>()
  readonly #faults = new Map<string, Faults>()
  readonly #said = new Map<string, number[]>()
  readonly #periods = { session: 0, round: 0 }
  #run: string | null | undefined
  /** The events that wait for a cooldown with `merge` to end. */
  readonly pots: Pots

  constructor(pots = new Pots()) {
    this.pots = pots
  }

  static from(data: RuleStateData): RuleState {
    const state = new RuleState(Pots.from(data.pots ?? []))
    fillNested(state.#cooldowns, data.cooldowns)
    fill(state.#limits, data.limits)
    fill(state.#faults, data.faults)
    fill(state.#said, data.said)
    Object.assign(state.#periods, data.periods)
    state.#run = data.run
    return state
  }

  toJSON(): RuleStateData {
    const data = structuredClone({
      cooldowns: plainNested(this.#cooldowns),
      limits: Object.fromEntries(this.#limits),
      faults: Object.fromEntries(this.#faults),
      said: Object.fromEntries(this.#said),
      periods: this.#periods,
    })
    const run = this.#run === undefined ? {} : { run: this.#run }
    return { ...data, pots: this.pots.toJSON(), ...run }
  }

  /** Forgets everything but which run the room is in. */
  reset(): void {
    for (const memory of [this.#cooldowns, this.#limits, this.#faults, this.#said, this.pots]) {
      memory.clear()
    }
    this.#periods.session = 0
    this.#periods.round = 0
  }

  /**
   * The room is in this run: limits per session count from its beginning, and what waited in another run is not answered any more.
   * The same run once more changes nothing.
   */
  open(run_id: string | null): void {
    if (run_id === this.#run) return
    this.#run = run_id
    this.#periods.session++
    this.pots.clear()
  }

  /** Limits per round count from here. */
  beginRound(): void {
    this.#periods.round++
  }

  /** The cooldown of `who`; nothing when it is over, or began on a clock that was ahead. */
  runningCooldown(key: string, who: string, now: number): Span | undefined {
    const span = this.#cooldowns.get(key)?.get(who)
    return span && span.from <= now && span.until > now ? span : undefined
  }

  /** Milliseconds that `who` still has to wait. */
  cooldownLeft(key: string, who: string, now: number): number {
    return (this.runningCooldown(key, who, now)?.until ?? now) - now
  }

  /** A cooldown that runs is made longer by it or stays as it is, never shorter. */
  startCooldown(key: string, who: string, now: number, ms: number): void {
    const spans = memoryOf(this.#cooldowns, key)
    prune(spans, ({ until }) => until <= now)
    const running = this.runningCooldown(key, who, now)
    const until = now + ms
    if (running && running.until >= until) return
    spans.delete(who)
    spans.set(who, { from: running?.from ?? now, until })
  }

  used(key: string, per: LimitPer, now: number): number {
    const count = this.#limits.get(key)
    return count?.period === this.#periodOf(per, now) ? count.used : 0
  }

  use(key: string, per: LimitPer, now: number): void {
    const used = this.used(key, per, now) + 1
    this.#limits.set(key, { period: this.#periodOf(per, now), used })
  }

  /** Whether the condition could not be decided too often in a row. Another `edition` of the node, or a reset, begins to count anew. */
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

  #periodOf(per: LimitPer, now: number): number {
    return per === 'day' ? dayNumber(now) : this.#periods[per]
  }
}

/**
 * Removes entries that are over, from the oldest on, up to the first that is not: entries are about in the order in which they end, and
 * looking at all of them for every event would take too long. What is over behind that one is removed later.
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
