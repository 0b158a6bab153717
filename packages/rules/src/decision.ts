import type { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { Trace } from '@kaibo/contract/talk/talk.trace.ts'
import type { RuleEvent } from './event.ts'
import type { CompiledNode } from './program.ts'

/** What one rule set made of an event: a line to speak, or why it is silent. */
export interface Decision {
  set_id: string
  node_id: string
  node_name: string
  node_path: string
  outcome: Reason
  /** The line to speak, when FIRED. */
  text?: string
  priority: number
  /** After so long it is no longer worth saying. */
  ttl_ms: number
  event_id: string
  event_key: string
  trace?: Trace
}

export const decisionOf = (
  set_id: string,
  {
    id,
    name,
    path,
    priority,
    ttlMs,
  }: Pick<CompiledNode, 'id' | 'name' | 'path' | 'priority' | 'ttlMs'>,
  outcome: Reason,
  event: RuleEvent,
): Decision => ({
  set_id,
  node_id: id,
  node_name: name,
  node_path: path,
  outcome,
  priority,
  ttl_ms: ttlMs,
  event_id: event.id,
  event_key: event.key,
})
