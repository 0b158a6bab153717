import type { Reading } from '@kaibo/contract/talk/talk.trace.ts'
import type { Decided } from './decision.ts'
import type { Compute } from './derived.ts'
import type { RuleEvent } from './event.ts'
import { isFault, LOOPED, MISSING, UNSENT, WRONG_TYPE, type Fault, type Value } from './fault.ts'
import { Random, hashOf, markOf } from './random.ts'
import type { Recorder } from './recorder.ts'
import type { SlotTable } from './scope.ts'
import type { Term } from './term.ts'
import { RuleState } from './state.ts'
import { folded, within } from './text.ts'

/** What the anchor is doing. */
export interface Speech {
  /** Sentences that wait. */
  readonly waiting: number
  /** Since the end of the last sentence; since the beginning of the run where there was none. */
  readonly silent_ms: number
  /** Keys of the nodes whose sentence waits or is being spoken. */
  readonly saying: readonly string[]
}

export const SILENT: Speech = { waiting: 0, silent_ms: Number.MAX_SAFE_INTEGER, saying: [] }

/** What may be said of a final sentence. */
export interface Passed {
  readonly text: string
  /** Only if a person allows it. */
  readonly review?: true
}

/** Nothing where it is forbidden. */
export type Screen = (text: string) => Passed | undefined

/** The circumstances in which an event is decided. */
export interface Asking {
  now: number
  trace: boolean
  speech?: Speech | undefined
  screen?: Screen | undefined
  /** A silence that is worth filling. */
  idle_ms?: number | undefined
  /** Nodes whose `setVar` led to this event: none of them is to be triggered by itself. */
  chain?: ReadonlySet<string> | undefined
}

const NO_EVENT: RuleEvent = { key: '', id: '', at: 0, vars: {} }
const NO_STATE = new RuleState()
const NOT_ASKED: Asking = { now: 0, trace: false }

/**
 * What compiled closures read while one event is decided. Variables and constants are in numbered slots; a slot holds its value or the
 * fault for which it has none. A derived slot is computed when it is first read.
 */
export class Frame {
  event = NO_EVENT
  state = NO_STATE
  asking = NOT_ASKED
  now = 0
  recorder: Recorder | undefined
  /** Why the last check that could not be decided could not. */
  fault: Fault = MISSING
  /** Whether an error of the present condition counts towards the breaker. */
  counts = false
  /** The node whose breaker this event has opened. */
  opened: Decided | undefined
  /** The mutex names of nodes that have fired for this event. */
  readonly mutexes = new Set<string>()
  readonly #table: SlotTable
  readonly #values: (Value | undefined)[]
  /** How a derived slot is computed, by its index. */
  readonly #computes: (Compute | undefined)[] = []
  readonly #folded: (string | undefined)[] = []
  readonly #random = new Random()
  #hasFolded = false
  #eventHash = -1
  #eventMark: number | undefined

  constructor(table: SlotTable) {
    this.#table = table
    this.#values = [...table.values]
    for (const { index, compute } of table.derived) this.#computes[index] = compute
  }

  load(event: RuleEvent, state: RuleState, asking: Asking): void {
    this.event = event
    this.state = state
    this.asking = asking
    this.now = asking.now
    this.mutexes.clear()
    this.opened = undefined
    this.recorder = undefined
    this.#eventHash = -1
    this.#eventMark = undefined
    if (this.#hasFolded) this.#folded.fill(undefined)
    this.#hasFolded = false
    const { slots, derived, stored } = this.#table
    const values = this.#values
    for (const { index, key, type, fallback } of slots) {
      const value = key === 'sys.now' ? this.now : (event.vars[key] ?? fallback)
      values[index] =
        typeof value === type && (type === 'string' || Number.isFinite(value))
          ? value
          : value === undefined
            ? UNSENT
            : WRONG_TYPE
    }
    for (const { index } of derived) values[index] = undefined
    for (const { index, read } of stored) values[index] = read(this)
  }

  get speech(): Speech {
    return this.asking.speech ?? SILENT
  }

  read(index: number): Value {
    return this.#values[index] ?? this.#derive(index)
  }

  /** Sets a slot aside, for what adds up the amounts of several events. */
  replace(index: number, value: Value): void {
    this.#values[index] = value
    this.#folded[index] = undefined
    for (const { index: derived } of this.#table.derived) this.#values[derived] = undefined
  }

  /** The value with case and width folded; computed at most once for each event. */
  folded(index: number): Value {
    const value = this.read(index)
    if (isFault(value)) return value
    this.#hasFolded = true
    return (this.#folded[index] ??= folded(String(value)))
  }

  /** A final line as it may be spoken; nothing where it may not. */
  screened(line: string): Passed | undefined {
    const text = within(line)
    const { screen } = this.asking
    return screen ? screen(text) : { text }
  }

  /** A text that no person sees before it counts; nothing also where one would have to. */
  allowed(line: string): string | undefined {
    const passed = this.screened(line)
    return passed?.review ? undefined : passed?.text
  }

  /** Remembers why a check could not be decided. */
  failed(fault: Fault): void {
    this.fault = fault
    if (fault.counts) this.counts = true
  }

  /** Random numbers for one purpose of one node: the same ones whenever this event is decided again. */
  chance(node: number, purpose: number): Random {
    return this.#random.seed(this.eventHash, node, purpose)
  }

  /** Another hash of the event's id: the two together tell events apart. */
  get eventMark(): number {
    return (this.#eventMark ??= markOf(this.event.id))
  }

  get eventHash(): number {
    if (this.#eventHash < 0) this.#eventHash = hashOf(this.event.id)
    return this.#eventHash
  }

  /** Tells the recorder what the room's variables were. */
  recordStored(recorder: Recorder): void {
    for (const { index, key } of this.#table.stored) {
      const value = this.#values[index]
      if (value !== undefined && !isFault(value)) recorder.knew(`var:${key}`, value)
    }
  }

  /** An operand as a trace shows it. */
  reading({ index, key }: Term): Reading {
    return readingOf(key, this.read(index))
  }

  #derive(index: number): Value {
    const compute = this.#computes[index]
    if (!compute) return MISSING
    // Whoever reads it to compute itself finds this
    this.#values[index] = LOOPED
    const { recorder, counts, fault } = this
    this.recorder = undefined
    const value = compute(this)
    this.recorder = recorder
    this.counts = counts
    this.fault = fault
    this.#values[index] = value
    return value
  }
}

export function readingOf(key: string | undefined, value: Value): Reading {
  if (isFault(value)) return { key, fault: value.code }
  return key === undefined ? { value } : { key, value }
}
