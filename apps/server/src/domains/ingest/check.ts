import type * as z from 'zod/mini'
import { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import { LiveEvent } from '@kaibo/contract/live/event.ts'
import { isPlainEvent } from './plain.ts'

export type Checked<Value> =
  | { ok: true; value: Value }
  | { ok: false; event_id: string | null; reason: string }

/** One event of a push. */
export function checkEvent(value: unknown): Checked<LiveEvent> {
  return isPlainEvent(value) ? { ok: true, value } : parsed(LiveEvent, value)
}

/** One item of an agent's spool. */
export function checkItem(value: unknown): Checked<SpoolItem> {
  if (!isEventItem(value)) return parsed(SpoolItem, value)
  // Only the event is looked into here: its faults then carry the names that a push's have.
  const checked = checkEvent(value.event)
  if (!checked.ok) return checked
  return isRunId(value.run_id)
    ? { ok: true, value: { type: 'event', run_id: value.run_id, event: checked.value } }
    : { ok: false, event_id: checked.value.event_id, reason: '场次不正确' }
}

interface EventItem {
  type: 'event'
  run_id?: unknown
  event?: unknown
}
const isEventItem = (value: unknown): value is EventItem =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'event'

const isRunId = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= 64)

function parsed<S extends z.ZodMiniType>(schema: S, value: unknown): Checked<z.output<S>> {
  const result = schema.safeParse(value)
  if (result.success) return { ok: true, value: result.data }
  const reasons = Object.values(fieldMessages(schema, result.error.issues, value))
  return { ok: false, event_id: eventIdOf(value), reason: reasons.join('；') }
}

/** As far as it can be read, so that the sender can find the event. */
function eventIdOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('event_id' in value)) return null
  return typeof value.event_id === 'string' ? value.event_id.slice(0, 128) : null
}
