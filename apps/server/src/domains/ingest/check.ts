import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type * as z from 'zod/mini'
import { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { RefusalCode } from '@kaibo/contract/income/refused.enums.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import { BUILT_IN_SOURCES, LiveEvent } from '@kaibo/contract/live/event.ts'
import { isPlainEvent } from './plain.ts'

/** They come from a PC, beside which the game runs. */
const OF_GAMES = words('游戏事件不能推送', 'Events of games cannot be pushed')
const BAD_RUN = words('场次不正确', 'The run is not valid')

/** An event or item that failed the checks, and why. */
export interface Unfit {
  ok: false
  event_id: string | null
  code: RefusalCode
  reason: Words
  /** As it came. */
  sent: unknown
}

export type Checked<Value> = { ok: true; value: Value } | Unfit

/** One event of a push. */
export function checkEvent(value: unknown): Checked<LiveEvent> {
  return isPlainEvent(value) ? { ok: true, value } : parsed(LiveEvent, value)
}

/** One event of a generic push, which may not use the source names of platforms and of this product. */
export function checkPartnerEvent(sent: unknown): Checked<LiveEvent> {
  const checked = checkEvent(sent)
  if (checked.ok && checked.value.kind === 'game')
    return { ok: false, event_id: eventIdOf(sent), code: 'invalid', reason: OF_GAMES, sent }
  if (!checked.ok || !BUILT_IN_SOURCES.has(checked.value.source)) return checked
  const { source, event_id } = checked.value
  const reason = words(
    `来源名称「${source}」为系统保留，请使用自己的名称`,
    `The source name “${source}” is reserved; take one of your own`,
  )
  return { ok: false, event_id, code: 'reserved_source', reason, sent }
}

/** One item of an agent's spool. */
export function checkItem(value: unknown): Checked<SpoolItem> {
  if (!isEventItem(value)) return parsed(SpoolItem, value)
  // The event is checked by itself, so that messages name its fields as those of a pushed event.
  const checked = checkEvent(value.event)
  if (!checked.ok) return { ...checked, sent: value }
  if (isRunId(value.run_id))
    return { ok: true, value: { type: 'event', run_id: value.run_id, event: checked.value } }
  const { event_id } = checked.value
  return { ok: false, event_id, code: 'invalid', reason: BAD_RUN, sent: value }
}

interface EventItem {
  type: 'event'
  run_id?: unknown
  event?: unknown
}
export const isEventItem = (value: unknown): value is EventItem =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'event'

export const isRunId = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= 64)

function parsed<S extends z.ZodMiniType>(schema: S, value: unknown): Checked<z.output<S>> {
  const result = schema.safeParse(value)
  if (result.success) return { ok: true, value: result.data }
  const reasons = Object.values(fieldMessages(schema, result.error.issues, value))
  const reason = words(
    reasons.map(({ zh }) => zh).join('；'),
    reasons.map(({ en }) => en).join('; '),
  )
  return { ok: false, event_id: eventIdOf(value), code: 'invalid', reason, sent: value }
}

/** The event's id, if it can be read, so that the sender can find the event. */
export function eventIdOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('event_id' in value)) return null
  return typeof value.event_id === 'string' ? value.event_id.slice(0, 128) : null
}
