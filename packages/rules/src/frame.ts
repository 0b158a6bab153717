import type { Reading } from '@kaibo/contract/talk/talk.trace.ts'
import type { Scalar } from '@kaibo/contract/talk/talk.schema.ts'
import type { RuleEvent } from './event.ts'
import { Random, hashOf } from './random.ts'
import type { Recorder } from './recorder.ts'
import type { Slot, Term } from './scope.ts'
import { RuleState } from './state.ts'
import { folded } from './text.ts'

const NO_EVENT: RuleEvent = { key: '', id: '', at: 0, vars: {} }

/**
 * What compiled closures read while one event is decided. Variables and constants are in numbered slots. A value of the wrong type is
 * left out when the event is loaded, so that no closure has to look at types. Each route has one frame, used for every event anew.
 */
export class Frame {
  readonly values: (Scalar | undefined)[]
  event = NO_EVENT
  state = new RuleState()
  now = 0
  recorder: Recorder | undefined
  /** The mutex names of nodes that have fired for this event. */
  readonly mutexes = new Set<string>()
  readonly #slots: readonly Slot[]
  readonly #folded: (string | undefined)[] = []
  readonly #random = new Random()
  #eventHash = -1

  constructor(slots: readonly Slot[], values: readonly (Scalar | undefined)[]) {
    this.#slots = slots
    this.values = [...values]
  }

  load(event: RuleEvent, state: RuleState, now: number): void {
    this.event = event
    this.state = state
    this.now = now
    this.mutexes.clear()
    this.#eventHash = -1
    for (const { index, key, type, fallback } of this.#slots) {
      const value = key === 'sys.now' ? now : (event.vars[key] ?? fallback)
      const fits = typeof value === type && (type === 'string' || Number.isFinite(value))
      this.values[index] = fits ? value : undefined
      this.#folded[index] = undefined
    }
  }

  /** The value with case and width folded; computed at most once for each event. */
  folded(index: number): string | undefined {
    const value = this.values[index]
    if (value === undefined) return undefined
    return (this.#folded[index] ??= folded(String(value)))
  }

  /** Random numbers for one purpose of one node: the same ones whenever this event is decided again. */
  chance(node: number, purpose: number): Random {
    if (this.#eventHash < 0) this.#eventHash = hashOf(this.event.id)
    return this.#random.seed(this.#eventHash, node, purpose)
  }

  /** An operand as a trace shows it. */
  reading({ index, key }: Term): Reading {
    const value = this.values[index]
    if (value !== undefined) return key === undefined ? { value } : { key, value }
    const isGiven = key !== undefined && this.event.vars[key] !== undefined
    return { key, fault: isGiven ? 'TYPE' : 'MISSING' }
  }
}
