import * as z from 'zod/mini'
import { StopLive } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { words, type Words } from '../kernel/words.ts'
import { timeText, wallAt } from '../kernel/zone.ts'
import { id } from './texts.ts'

/* When a run ends by itself. The server ends it; the PC does where the server is away, by the same rule. */

const MINUTE_MS = 60_000
/** So long `game_end` waits for the round that is being played. */
export const ROUND_WAIT_MS = 30 * MINUTE_MS

export const StopOrder = z.object({
  mode: oneOf(StopLive),
  /** As it was set; left out by servers of before. */
  at: z.optional(z.int()),
  /** When it is looked at next, by the server's clock. */
  due_at: z.int(),
  step_min: z.int(),
  /** Later than this it is not. */
  cap_at: z.int(),
  gift_s: z.int(),
})
export type StopOrder = z.infer<typeof StopOrder>

/** What a rule wants, told with every report until the server has heard it. */
export const StopWish = z.extend(StopOrder, {
  /** Once by this. */
  effect: id(),
})
export type StopWish = z.infer<typeof StopWish>

/** What the PC has put off by itself while the server was away; told until the server's own order is as late. */
export const Postponed = z.pick(StopOrder, { due_at: true, cap_at: true })
export type Postponed = z.infer<typeof Postponed>

/** Why a run was ended by its PC. */
export const EndedBy = z.enum(['stop_condition', 'rule_stop'])
export type EndedBy = z.infer<typeof EndedBy>

/** What keeps a run from being ended. */
export interface Busy {
  /** A round is being played. */
  round: boolean
  /** When a gift was paid last. */
  gift_at: number | null
  /** Sentences wait. */
  waiting: boolean
}

export type StopStep = { do: 'wait' } | { do: 'stop' } | { do: 'postpone'; due_at: number }

/** What becomes of a run at this instant. */
export function stopStep(
  order: Pick<StopOrder, 'mode' | 'due_at' | 'step_min' | 'cap_at' | 'gift_s'>,
  now: number,
  busy: Busy,
): StopStep {
  const { mode, due_at, step_min, cap_at, gift_s } = order
  if (now < due_at) return { do: 'wait' }
  if (mode === StopLive.check_setime || now >= cap_at) return { do: 'stop' }
  if (mode === StopLive.game_end) return busy.round ? { do: 'wait' } : { do: 'stop' }
  const isGiven = busy.gift_at !== null && now - busy.gift_at < gift_s * 1000
  if (!busy.round && !isGiven && !busy.waiting) return { do: 'stop' }
  const step = Math.max(1, step_min) * MINUTE_MS
  const steps = Math.floor((now - due_at) / step) + 1
  return { do: 'postpone', due_at: Math.min(due_at + steps * step, cap_at) }
}

/** Times of day are said as they are in China, wherever the PC is. */
export const STOP_ZONE = 'Asia/Shanghai'
const clock = (at: number) => timeText(wallAt(STOP_ZONE, at).minutes)

export const willStop = ({ due_at }: Pick<StopOrder, 'due_at'>): Words =>
  words(`将在${clock(due_at)}停播`, `Will stop at ${clock(due_at)}`)

/** `by`: so much later than it was set. */
export function postponed(by_ms: number, due_at: number): Words {
  const minutes = Math.round(by_ms / MINUTE_MS)
  return words(
    `已顺延${minutes}分钟，将在${clock(due_at)}停播`,
    `Postponed by ${minutes} min; will stop at ${clock(due_at)}`,
  )
}

/** How much later than at the set time a run may end. */
export const capOf = (mode: StopOrder['mode'], cap_min: number): number =>
  mode === StopLive.check_setime
    ? 0
    : mode === StopLive.game_end
      ? ROUND_WAIT_MS / MINUTE_MS
      : cap_min
