import * as z from 'zod/mini'
import { CampScore, RoundPlayer } from '../game/link.schema.ts'
import { id, text } from './texts.ts'

/* What a PC says of the games beside it. */

export const GameLinkState = z.enum(['off', 'waiting', 'connected', 'away'])
export type GameLinkState = z.infer<typeof GameLinkState>

/** The room's game, as its PC sees it. */
export const ReportedGame = z.object({
  state: GameLinkState,
  name: text(30),
  version: text(32),
  /** Where it is opened on that PC, with the secret that opens it: only for those who may operate the room. */
  url: text(300),
  round_seq: z.int(),
  status: text(16),
  /** Commands that it has not answered yet. */
  waiting: z.int(),
  /** Why there is none, in Chinese. */
  fault: z.nullable(text(500)),
})
export type ReportedGame = z.infer<typeof ReportedGame>

/** A round when it begins and, with all of it, when it ends. */
export const RoundItem = z.object({
  type: z.literal('round'),
  room_code: text(16),
  run_id: z.nullable(text(64)),
  at: z.int(),
  seq: z.int().check(z.gte(1)),
  game_id: text(40),
  round_id: text(128),
  started_at: z.int(),
  /** How it ended; nothing while it is played. */
  end_status: z.nullable(z.union([z.literal(1), z.literal(2)])),
  winner: z.nullable(text(20)),
  camps: z.array(CampScore).check(z.maxLength(8)),
  players: z.array(RoundPlayer).check(z.maxLength(50)),
})
export type RoundItem = z.infer<typeof RoundItem>

/** What became of a command to a game: of gifts each, of others what failed or never got there. */
export const CmdItem = z.object({
  type: z.literal('cmd'),
  room_code: text(16),
  run_id: z.nullable(text(64)),
  at: z.int(),
  game_id: text(40),
  cmd_id: id(),
  /** What it comes of. */
  cause: z.enum(['gift', 'keyword', 'rule', 'console']),
  state: z.enum(['done', 'failed', 'lost']),
  detail: text(200),
  name: text(40),
  args: z.array(z.union([text(500), z.number()])).check(z.maxLength(10)),
  event_id: z.nullable(text(128)),
  user: z.nullable(z.object({ open_id: text(128), nickname: text(100) })),
  gift: z.nullable(text(100)),
  count: z.int(),
  value_fen: z.int(),
  is_ai: z.boolean(),
  is_test: z.boolean(),
  queued_at: z.int(),
  round_seq: z.nullable(z.int()),
})
export type CmdItem = z.infer<typeof CmdItem>
