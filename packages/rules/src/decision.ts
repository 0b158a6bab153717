import type { Reason, ValueFault } from '@kaibo/contract/talk/talk.enums.ts'
import type { Trace } from '@kaibo/contract/talk/talk.trace.ts'
import type { Effect } from './effects.ts'
import type { RuleEvent } from './event.ts'
import type { Prior } from './recorder.ts'

/** What one rule set made of an event: what it does, or why it does nothing. */
export interface Decision {
  set_id: string
  /** The version of the set. */
  v: number
  node_id: string
  node_name: string
  node_path: string
  outcome: Reason
  /** The first line to speak, when FIRED. */
  text?: string
  effects: Effect[]
  /** The lines that the rule left in the queue of the anchor are to give way to this one. */
  replaces?: true
  priority: number
  /** After so long it is no longer worth saying. */
  ttl_ms: number
  event_id: string
  event_key: string
  /** Why it could not be done, where no value is to blame. */
  fault?: ValueFault
  /** With this error in a row the rule is left out for a while: why. */
  opened?: ValueFault
  trace?: ReadTrace
}

/** A trace with all that is needed to decide once more. */
export interface ReadTrace extends Trace {
  readonly vars?: RuleEvent['vars'] | undefined
  readonly prior?: Prior | undefined
}

/** The node that a decision is of, as far as it is known: of one that is gone, only its name. */
export interface Decided {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly priority: number
  readonly ttlMs: number
}

export const decisionOf = (
  set: { readonly id: string; readonly version: number },
  { id, name, path, priority, ttlMs }: Decided,
  outcome: Reason,
  event: { readonly id: string; readonly key: string },
): Decision => ({
  set_id: set.id,
  v: set.version,
  node_id: id,
  node_name: name,
  node_path: path,
  outcome,
  effects: [],
  priority,
  ttl_ms: ttlMs,
  event_id: event.id,
  event_key: event.key,
})
