import type { ValueFault } from '@kaibo/contract/talk/talk.enums.ts'
import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'

/** Why there is no value. Faults are compared by identity; nothing else is thrown or answered in their place. */
export class Fault {
  readonly code: ValueFault
  /** Whether it counts towards a rule's breaker: an event that came without one of its fields says nothing about the rule. */
  readonly counts: boolean

  constructor(code: ValueFault, counts = true) {
    this.code = code
    this.counts = counts
    Object.freeze(this)
  }
}

export type Value = Scalar | Fault

export const MISSING = new Fault('MISSING')
/** The event itself came without the field. */
export const UNSENT = new Fault('MISSING', false)
export const WRONG_TYPE = new Fault('TYPE')
export const DIV0 = new Fault('DIV0')
export const TIMED_OUT = new Fault('TIMEOUT')
export const OUT_OF_RANGE = new Fault('RANGE')
export const LOOPED = new Fault('LOOP')

export const isFault = (value: Value): value is Fault => typeof value === 'object'
