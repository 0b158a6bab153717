import type { LimitPer } from '@kaibo/contract/talk/talk.enums.ts'
import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { Agenda, type AgendaData } from './agenda.ts'
import { Breakers, type Broken } from './breakers.ts'
import { fill, Layer, plain } from './layer.ts'
import { Periods, type PeriodsData } from './periods.ts'
import { Pots, type Pot } from './pots.ts'
import { RoomVars, type RoomVarsData } from './vars.ts'

/** A cooldown that was started. */
export interface Span {
  readonly from: number
  readonly until: number
}

interface Used {
  period: number
  used: number
}

/** What is written to disk between two runs of an agent. */
export interface RuleStateData {
  cooldowns?: Record<string, Record<string, Span>>
  limits?: Record<string, Used>
  broken?: Record<string, Broken>
  said?: Record<string, readonly number[]>
  reads?: Record<string, Scalar>
  vars?: RoomVarsData
  pots?: Pot[]
  agenda?: AgendaData
  periods?: PeriodsData
  /** The run, in files from before `periods` said it. */
  run?: string | null
}

/** What the rules of one room remember between events. By the keys of nodes, which do not change when a set is edited. */
export class RuleState {
  readonly #cooldowns: Layer<Layer<Span>>
  readonly #limits: Layer<Used>
  readonly #said: Layer<readonly number[]>
  readonly #reads: Layer<Scalar>
  readonly #periods = new Periods()
  readonly breakers: Breakers
  readonly vars: RoomVars
  /** The events that wait for a cooldown to end. */
  readonly pots = new Pots()
  /** What is due at its time: folded gifts, timers, foreseen moments. */
  readonly agenda = new Agenda()

  constructor(below?: RuleState) {
    this.#cooldowns = new Layer(below && below.#cooldowns)
    this.#limits = new Layer(below && below.#limits)
    this.#said = new Layer(below && below.#said)
    this.#reads = new Layer(below && below.#reads)
    this.breakers = new Breakers(below?.breakers)
    this.vars = new RoomVars(this.#periods, below?.vars)
    if (!below) return
    this.#periods.fill(below.#periods.toJSON())
    this.pots.fill(below.pots.toJSON())
    this.agenda.fill(below.agenda.toJSON())
  }

  static from(data: RuleStateData): RuleState {
    const state = new RuleState()
    for (const [key, spans] of Object.entries(data.cooldowns ?? {}))
      fill(state.#spansOf(key), spans)
    fill(state.#limits, data.limits)
    fill(state.#said, data.said)
    fill(state.#reads, data.reads)
    state.breakers.fill(data.broken)
    state.vars.fill(data.vars ?? {})
    const { run, periods = { session: 0, round: 0 } } = data
    state.#periods.fill(run === undefined ? periods : { run, ...periods })
    state.pots.fill(data.pots ?? [])
    state.agenda.fill(data.agenda ?? {})
    return state
  }

  /** A state that reads this one where it has nothing of its own, and never writes to it. This one must not change meanwhile. */
  fork(): RuleState {
    return new RuleState(this)
  }

  toJSON(): RuleStateData {
    const cooldowns: Record<string, Record<string, Span>> = {}
    for (const [key, spans] of this.#cooldowns.entries()) cooldowns[key] = plain(spans)
    return structuredClone({
      cooldowns,
      limits: plain(this.#limits),
      broken: this.breakers.toJSON(),
      said: plain(this.#said),
      reads: plain(this.#reads),
      vars: this.vars.toJSON(),
      pots: this.pots.toJSON(),
      agenda: this.agenda.toJSON(),
      periods: this.#periods.toJSON(),
    })
  }

  /** Forgets everything but which run the room is in. */
  reset(): void {
    const { pots, agenda, breakers, vars } = this
    const layers = [this.#cooldowns, this.#limits, this.#said, this.#reads]
    for (const memory of [...layers, pots, agenda, breakers, vars, this.#periods]) memory.clear()
  }

  /**
   * The room is in this run: limits per session count from its beginning, and what waited in another run is not answered any more.
   * The same run once more changes nothing. Answers whether it is another.
   */
  open(run_id: string | null): boolean {
    if (!this.#periods.open(run_id)) return false
    this.pots.clear()
    this.agenda.clear()
    return true
  }

  /** The round that is played, by the number that its game gives it: limits per round count from its beginning. */
  round(seq: number): boolean {
    return this.#periods.round(seq)
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
    const spans = this.#spansOf(key)
    spans.prune(({ until }) => until <= now)
    const running = this.runningCooldown(key, who, now)
    const until = now + ms
    if (running && running.until >= until) return
    spans.put(who, { from: running?.from ?? now, until })
  }

  used(key: string, per: LimitPer, now: number): number {
    const count = this.#limits.get(key)
    return count?.period === this.#periods.of(per, now) ? count.used : 0
  }

  use(key: string, per: LimitPer, now: number): void {
    const used = this.used(key, per, now) + 1
    this.#limits.put(key, { period: this.#periods.of(per, now), used })
  }

  /** The last picks of a rule's templates, newest last. */
  lastSaid(key: string): readonly number[] {
    return this.#said.get(key) ?? []
  }

  remember(key: string, pick: number, keep: number): void {
    this.#said.put(key, [...this.lastSaid(key), pick].slice(-keep))
  }

  /** What a check of movement read when it was asked before. */
  lastRead(check: string): Scalar | undefined {
    return this.#reads.get(check)
  }

  noteRead(check: string, value: Scalar): void {
    this.#reads.put(check, value)
  }

  /** Of a fork its own, which lie over those of the state below. */
  #spansOf(key: string): Layer<Span> {
    const known = this.#cooldowns.own(key)
    if (known) return known
    const fresh = new Layer(this.#cooldowns.get(key))
    this.#cooldowns.put(key, fresh)
    return fresh
  }
}
