import * as z from 'zod/mini'
import { oneOf } from '../kernel/enumeration.ts'
import { fen } from '../kernel/money.ts'
import { RoomMode } from '../facts/enums.ts'
import { Platform } from '../facts/platforms.ts'
import { PcPresence } from '../facts/presence.ts'
import { RoomState } from './room.state.ts'
import { Thumb } from '../stage/thumb.schema.ts'

/** So many rooms fit on one wall; of more, those that rest are left out first. */
export const WALL_MOST = 1_000

/** What the wall shows of a room and nothing else, in the shape of `RoomRow` where both have it. */
export const WallRoom = z.object({
  room_code: z.string(),
  name: z.string(),
  account: z.object({ nickname: z.string(), platform: Platform }),
  pc: z.nullable(z.object({ name: z.string(), presence: oneOf(PcPresence) })),
  mode: oneOf(RoomMode),
  state: RoomState,
  muted: z.boolean(),
  /** Whether its PC has said that it does what it was told last. */
  confirmed: z.boolean(),
  thumb: z.nullable(Thumb),
  state_since: z.int(),
  /** The open run, or the last one. */
  run: z.nullable(
    z.object({
      started_at: z.int(),
      mode: oneOf(RoomMode),
      gift_fen: fen(),
      viewers: z.int(),
      /** Fen received in each of the last 30 minutes, oldest first; of a run that is over, none. */
      per_minute: z.array(fen()),
    }),
  ),
  /** What was said last in the run that is on air. */
  sentence: z.nullable(z.object({ text: z.string() })),
  /** When a plan is due next. */
  next_plan_at: z.nullable(z.int()),
  attention: z.nullable(
    z.object({
      /** A `RoomNeed`: 1 is the most urgent. */
      rank: z.int(),
      reason: z.string(),
      reason_en: z.nullable(z.string()),
      act: z.enum(['start', 'stop', 'check']),
      grave: z.boolean(),
    }),
  ),
  /** By which a deletion is taken back. */
  version: z.int(),
  /** What came in on the business day so far. */
  today_fen: fen(),
  /** The same seven days ago, until the same time of day. */
  week_ago_fen: fen(),
})
export type WallRoom = z.infer<typeof WallRoom>

/** `total` is more than the list has where not all fit. */
export const Wall = z.object({ list: z.array(WallRoom), total: z.int() })
export type Wall = z.infer<typeof Wall>
