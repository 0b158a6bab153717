import type { Words } from '../kernel/words.ts'
import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { field, says } from '../kernel/field.ts'
import { day } from '../kernel/day.ts'
import { fen } from '../kernel/money.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { cursorField, endlessPageOf, listQuery, pageFields } from '../kernel/page.ts'
import { IsOrNot } from '../facts/enums.ts'
import { Platform } from '../facts/platforms.ts'
import { MONEY_KINDS } from '../live/event.ts'

const id = (label: Words) => field(label, z.string().check(z.minLength(1), z.maxLength(40)))
const daysInOrder = z.refine<{ day_from?: string; day_to?: string }>(
  ({ day_from, day_to }) => !day_from || !day_to || day_from <= day_to,
  { path: ['day_to'], error: says('结束日期不能早于开始日期', 'To must not be before From') },
)

const filters = {
  day_from: z.optional(field(nouns.from, day())),
  day_to: z.optional(field(nouns.to, day())),
  platform: z.optional(field(nouns.platform, Platform)),
  org_id: z.optional(id(nouns.org)),
  room_code: z.optional(id(nouns.room)),
  account_id: z.optional(id(nouns.liveAccount)),
}

/**
 * Runs, and what came in outside them, by day and room (场次外). Of days: the runs that began or took money on them, with what came
 * in on these days, so that rows, `sum` and `days` agree. `export=xlsx` answers the same filters as a file.
 */
export const LiveIncomeQuery = listQuery(['started_at', 'gift_fen'], {
  ...filters,
  cursor: cursorField,
  export: z.optional(field(nouns.exportFormat, z.enum(['xlsx']))),
}).check(daysInOrder)

/** Before the number of what came in outside runs, in the `id` of its row. */
export const OUTSIDE = 'outside-'

export const LiveIncomeRow = z.object({
  /** That of the run, or one that begins with `OUTSIDE`. */
  id: z.string(),
  /** Null of what came in outside runs; so is then all that only a run has. */
  run_id: z.nullable(z.string()),
  room_code: z.string(),
  room_name: z.string(),
  account: z.object({ account_id: z.string(), nickname: z.string(), platform: Platform }),
  org: z.object({ id: z.string(), name: z.string() }),
  /** On which it began, or on which it came in. */
  day: z.string(),
  started_at: z.nullable(z.int()),
  ended_at: z.nullable(z.int()),
  end_cause: z.nullable(z.string()),
  /** Gross: what viewers paid, on the days that were asked for. */
  gift_fen: fen(),
  gift_count: z.int(),
  /** Gross of the whole run. */
  run_fen: z.nullable(fen()),
  payers: z.nullable(z.int()),
  danmu: z.nullable(z.int()),
  viewers: z.nullable(z.int()),
  /** Events with money that the PC of an ended run is known to hold still. */
  money_unsent: z.int(),
  is_demo: oneOf(IsOrNot),
})
export type LiveIncomeRow = z.infer<typeof LiveIncomeRow>

/** `sum` covers every row that the filters match, not only this page. Summing them counts them, so `total` is never capped. */
export const LiveIncomePage = z.extend(endlessPageOf(LiveIncomeRow), {
  sum: z.object({
    gift_fen: fen(),
    gift_count: z.int(),
    runs: z.int(),
    /** The part of `gift_fen` that came in outside runs. */
    outside_fen: fen(),
  }),
})
export type LiveIncomePage = z.infer<typeof LiveIncomePage>

/** Gross by business day, of the same money as the list; without days the last thirty. A day without any has its row too. */
export const IncomeDaysQuery = z
  .object({ ...filters, keyword: pageFields.keyword })
  .check(daysInOrder)

export const IncomeDay = z.object({ day: z.string(), gift_fen: fen(), gift_count: z.int() })
export type IncomeDay = z.infer<typeof IncomeDay>

/**
 * The money events behind a figure, newest first. Of a run, of what came in outside runs, or of a room, `total` comes from the
 * rollups and is exact.
 */
export const GiftEventQuery = z.object({
  page: pageFields.page,
  page_size: pageFields.page_size,
  run_id: z.optional(id(nouns.run)),
  /** The `id` of the row. */
  outside_id: z.optional(
    field(nouns.outsideRuns, z.string().check(z.regex(/^outside-[1-9]\d{0,14}$/))),
  ),
  room_code: z.optional(id(nouns.room)),
  cursor: cursorField,
})
export const GiftEventRow = z.object({
  id: z.string(),
  source: z.string(),
  event_id: z.string(),
  kind: z.enum(MONEY_KINDS as [string, ...string[]]),
  run_id: z.nullable(z.string()),
  room_code: z.string(),
  open_id: z.string(),
  nickname: z.string(),
  gift_id: z.string(),
  gift_name: z.string(),
  count: z.int(),
  raw_unit: z.string(),
  raw_value: z.number(),
  fen: fen(),
  is_test: oneOf(IsOrNot),
  is_ai: oneOf(IsOrNot),
  at: z.int(),
  received_at: z.int(),
  /** It arrived long after it happened: booked, and answered by no rule. */
  is_late: oneOf(IsOrNot),
})
export type GiftEventRow = z.infer<typeof GiftEventRow>
