import * as z from 'zod/mini'
import { oneOf } from '../kernel/enumeration.ts'
import { InsertPosition, MAX_INSERT, MAX_VOLUME } from '../room/room.insert.rules.ts'
import { PackedFile } from './asset-file.schema.ts'
import { id, text } from './texts.ts'

/* What a person has an anchor say, or a room play. */

/** The PC must have it within this time. */
export const INSERT_WITHIN_MS = 30_000
/** So long it waits on the PC for its turn. */
export const INSERT_TTL_MS = 600_000

/** A file that is played. */
export const PlayedFile = z.object({
  asset_id: id(),
  kind: z.enum(['audio', 'video']),
  /** Nothing where it comes with the program. */
  file: z.nullable(PackedFile),
  volume: z.int().check(z.gte(0), z.lte(MAX_VOLUME)),
})
export type PlayedFile = z.infer<typeof PlayedFile>

export const InsertOrder = z.object({
  id: id(),
  /** What is said, or the name of what is played. */
  text: text(MAX_INSERT),
  /** For PCs that say `PLAYS_FILES` only: others would say its name. */
  play: z.optional(PlayedFile),
  position: oneOf(InsertPosition),
})
export type InsertOrder = z.infer<typeof InsertOrder>

/** What became of a file that was to be played. */
export const PlayState = z.enum([
  'queued',
  'fetching',
  'playing',
  'done',
  'failed',
  'cancelled',
  'expired',
])
export type PlayState = z.infer<typeof PlayState>

const about = {
  room_code: text(16),
  run_id: z.nullable(text(64)),
  at: z.int(),
  state: PlayState,
  /** Of what is played. */
  name: text(100),
  /** So long it plays. */
  ms: z.optional(z.number().check(z.gte(0), z.lte(86_400_000))),
  /** Why it failed, in Chinese. */
  why: z.optional(text(200)),
}

/** A file that a person had inserted, in each of its states. */
export const InsertItem = z.object({ type: z.literal('insert'), ...about, insert_id: text(64) })
export type InsertItem = z.infer<typeof InsertItem>

/** What a rule had a stage do. */
export const EffectItem = z.object({
  type: z.literal('effect'),
  ...about,
  effect_id: z.int(),
  kind: text(16),
  /** The rule, as operators call it. */
  cause: text(100),
  event_id: z.nullable(text(128)),
})
export type EffectItem = z.infer<typeof EffectItem>
