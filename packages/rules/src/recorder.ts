import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import type { Step } from '@kaibo/contract/talk/talk.trace.ts'
import { MISSING, type Value } from './fault.ts'
import type { Truth } from './truth.ts'

/** By what it is and the node or variable that it is of: `limit:set/node`, `var:key`. */
export type Prior = Record<string, Scalar | readonly number[]>

/** Makes a step of what a check read: as the values stood then, not as they stand when somebody looks. */
export type Told = (truth: Truth, a: Value, b: Value, c: Value) => Step

interface Entry {
  readonly told: Told
  readonly truth: Truth
  readonly a: Value
  readonly b: Value
  readonly c: Value
}

/**
 * Collects the steps of a trace. Nothing reads it while an event is decided, so a trace does not change any decision. Steps are made
 * only when they are asked for: most traces are dropped unread.
 */
export class Recorder {
  readonly #entries: (Entry | Step)[] = []
  #steps: Step[] | undefined
  /** What the room remembered of what was asked, before anything was reserved; nothing where nothing was asked. */
  prior: Prior | undefined

  check(
    told: Told,
    truth: Truth,
    a: Value = MISSING,
    b: Value = MISSING,
    c: Value = MISSING,
  ): void {
    this.#entries.push({ told, truth, a, b, c })
  }

  /** The first time that it is read: what comes later is this event's own doing. */
  knew(what: string, value: Scalar | readonly number[]): void {
    this.prior ??= {}
    this.prior[what] ??= value
  }

  add(step: Step): void {
    this.#entries.push(step)
  }

  get steps(): Step[] {
    return (this.#steps ??= this.#entries.map((entry) =>
      'told' in entry ? entry.told(entry.truth, entry.a, entry.b, entry.c) : entry,
    ))
  }
}
