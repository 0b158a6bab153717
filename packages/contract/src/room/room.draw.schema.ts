import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { cursorField, endlessPageOf, pageFields } from '../kernel/page.ts'
import { idOf } from '../kernel/text.ts'
import { LotteryCondition } from '../live/lottery.schema.ts'
import { roomCode } from './room.schema.ts'

/* Draws among the viewers of a room: 福袋. How one is checked, `lottery.rules.ts` says. */

const viewer = z.object({ open_id: z.string(), nickname: z.string() })

export const DrawQuery = z.object({
  room_code: roomCode(),
  page: pageFields.page,
  page_size: pageFields.page_size,
  sort_dir: pageFields.sort_dir,
  cursor: cursorField,
})
export const DrawRef = z.object({ draw_id: idOf(nouns.draw) })

export const DrawRow = z.object({
  draw_id: z.string(),
  run_id: z.string(),
  number: z.int(),
  prize: z.string(),
  condition: field(nouns.kind, oneOf(LotteryCondition)),
  word: z.string(),
  winners: z.int(),
  seed_hash: z.string(),
  /** Nothing before it is drawn. */
  seed: z.nullable(z.string()),
  opened_at: z.int(),
  closes_at: z.int(),
  drawn_at: z.nullable(z.int()),
  entrants_count: z.int(),
  won: z.array(viewer),
  /** The seed is the one whose hash was told, and by it these won; nothing before it is drawn. */
  is_fair: z.nullable(z.boolean()),
})
export type DrawRow = z.infer<typeof DrawRow>
export const DrawPage = endlessPageOf(DrawRow)

/** With all who took part, in the order in which they came. */
export const Draw = z.extend(DrawRow, { entrants: z.array(viewer) })
export type Draw = z.infer<typeof Draw>
