import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { field } from '../kernel/field.ts'
import { day } from '../kernel/day.ts'
import { fen } from '../kernel/money.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { listQuery, pageOf } from '../kernel/page.ts'
import { Platform } from '../facts/platforms.ts'
import { refusals, refusedStates } from './refused.enums.ts'

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const refusedId = field(nouns.number, z.string().check(z.regex(/^\d{1,15}$/)))

/** The days are those of arrival. */
export const RefusedQuery = listQuery(['received_at', 'claimed_fen'], {
  state: z.optional(field(nouns.status, oneOf(refusedStates))),
  code: z.optional(field(nouns.reason, oneOf(refusals))),
  room_code: z.optional(field(nouns.room, text(40))),
  account_id: z.optional(field(nouns.liveAccount, text(40))),
  org_id: z.optional(field(nouns.org, text(40))),
  day_from: z.optional(field(nouns.from, day())),
  day_to: z.optional(field(nouns.to, day())),
})

/** One event that may carry money and is not in the books. Its values are what the sender claimed, as far as readable. */
export const RefusedRow = z.object({
  id: z.string(),
  org: z.object({ id: z.string(), name: z.string() }),
  room: z.nullable(z.object({ room_code: z.string(), name: z.string() })),
  run_id: z.nullable(z.string()),
  account: z.nullable(
    z.object({ account_id: z.string(), nickname: z.string(), platform: Platform }),
  ),
  /** The PC that sent it; null for a push. */
  pc: z.nullable(z.object({ pc_id: z.string(), name: z.string() })),
  source: z.nullable(z.string()),
  event_id: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  open_id: z.nullable(z.string()),
  nickname: z.string(),
  gift_name: z.nullable(z.string()),
  claimed_fen: z.nullable(fen()),
  claimed_count: z.nullable(z.int()),
  code: oneOf(refusals),
  reason: z.string(),
  reason_en: z.nullable(z.string()),
  /** The event as it came, cut where it was too large to keep. */
  raw: z.string(),
  at: z.nullable(z.int()),
  received_at: z.int(),
  /** How often it came, and when last. */
  seen: z.int(),
  seen_at: z.int(),
  state: oneOf(refusedStates),
  /** Who decided, when and why; nobody where it arrived again and was booked by itself. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.int()),
  note: z.nullable(z.string()),
  note_en: z.nullable(z.string()),
})
export type RefusedRow = z.infer<typeof RefusedRow>

/** `open` covers what the other filters match, whatever their state and page. */
export const RefusedPage = z.extend(pageOf(RefusedRow), {
  open: z.object({ count: z.int(), claimed_fen: fen() }),
})
export type RefusedPage = z.infer<typeof RefusedPage>

export const RefusedRef = z.object({ id: refusedId })

/** `known`: it had been booked already; nothing was added. */
export const AdmitResult = z.object({
  outcome: z.enum(['booked', 'known']),
  fen: fen(),
  row: RefusedRow,
})
export type AdmitResult = z.infer<typeof AdmitResult>

export const DismissDraft = z.object({
  id: refusedId,
  note: field(nouns.reason, z.string().check(z.trim(), z.minLength(2), z.maxLength(200))),
})
