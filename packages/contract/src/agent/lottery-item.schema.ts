import * as z from 'zod/mini'
import { oneOf } from '../kernel/enumeration.ts'
import { MAX_ENTRANTS } from '../live/lottery.rules.ts'
import { LotteryCondition } from '../live/lottery.schema.ts'
import { id, text } from './texts.ts'

/* What a PC says of the draws among the viewers of a room. */

const hex = () => z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A draw when it is opened, with the hash of its seed, and with all of it when it is over. */
export const LotteryItem = z.object({
  type: z.literal('lottery'),
  room_code: text(16),
  run_id: id(),
  at: z.int(),
  /** From 1 in each run. */
  number: z.int().check(z.gte(1), z.lte(10_000)),
  prize: text(30),
  condition: oneOf(LotteryCondition),
  word: text(10),
  /** How many are to win. */
  winners: z.int().check(z.gte(1), z.lte(100)),
  opened_at: z.int(),
  closes_at: z.int(),
  seed_hash: hex(),
  /** Nothing while it is open. */
  seed: z.nullable(hex()),
  entrants: z
    .array(z.object({ open_id: text(128), nickname: text(100) }))
    .check(z.maxLength(MAX_ENTRANTS)),
  won: z.array(text(128)).check(z.maxLength(100)),
})
export type LotteryItem = z.infer<typeof LotteryItem>
