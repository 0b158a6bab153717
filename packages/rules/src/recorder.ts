import type { Step } from '@kaibo/contract/talk/talk.trace.ts'
import { MISSING, type Value } from './fault.ts'
import type { Truth } from './truth.ts'

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

  check(
    told: Told,
    truth: Truth,
    a: Value = MISSING,
    b: Value = MISSING,
    c: Value = MISSING,
  ): void {
    this.#entries.push({ told, truth, a, b, c })
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
