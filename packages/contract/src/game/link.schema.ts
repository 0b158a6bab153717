import * as z from 'zod/mini'
import { EventKind, GamePayload, LiveUser, storable } from '../live/event.ts'
import { Camp, type GiftMap, type KeywordMap } from './game.schema.ts'

/*
 * What a game and the PC client beside it say to each other, as JSON: over a WebSocket, or by POST and GET. docs/game-link.md
 * is written for those who make games.
 */

export const GAME_PATH = '/game/v1'
export const GAME_SUBPROTOCOL = 'kaibo.game.v1'
/** Where the PC client listens first; the next free port to the last one otherwise. */
export const GAME_PORTS = { first: 18_310, last: 18_319 } as const
export const MAX_FRAME_BYTES = 65_536
/** The most frames of one POST. */
export const MAX_POSTED = 100
export const PING_MS = 10_000
/** Nothing heard for this long: the game is away. */
export const AWAY_AFTER_MS = 30_000
/** A round whose game was away for so long is broken. */
export const ROUND_LOST_MS = 60_000
export const MAX_FRAMES_A_SECOND = 200
export const MAX_VIEWS = 8
export const GAME_CLOSE = { badFrame: 4400, refused: 4403, replaced: 4409, tooMany: 4429 } as const

const id = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w.:-]+$/))
const text = (max: number) => z.string().check(z.maxLength(max), z.overwrite(storable))
const scalar = z.union([text(500), z.number()])
export type GameScalar = z.infer<typeof scalar>

export const GameStatus = z.enum(['idle', 'playing', 'settling'])
export type GameStatus = z.infer<typeof GameStatus>

const score = z.number().check(z.gte(-1e12), z.lte(1e12))
export const CampScore = z.object({ id: Camp.shape.id, score })
export type CampScore = z.infer<typeof CampScore>

export const RoundPlayer = z.object({
  open_id: LiveUser.shape.open_id,
  nickname: text(100),
  camp: z.nullable(z.string().check(z.maxLength(20))),
  score,
})
export type RoundPlayer = z.infer<typeof RoundPlayer>

/** How a round ended. */
export const ROUND_END = { normal: 1, broken: 2 } as const

/** Of `end_status` only a game that has to give a round up says 2. */
const Round = z.object({
  type: z.literal('round'),
  id,
  state: z.enum(['start', 'end']),
  camps: z._default(z.array(CampScore).check(z.maxLength(8)), []),
  winner: z.optional(z.nullable(Camp.shape.id)),
  end_status: z._default(z.union([z.literal(1), z.literal(2)]), ROUND_END.normal),
  players: z._default(z.array(RoundPlayer).check(z.maxLength(50)), []),
})
export type RoundFrame = z.infer<typeof Round>

export const GameHello = z.object({
  type: z.literal('hello'),
  token: z.string().check(z.maxLength(200)),
  role: z.enum(['game', 'view']),
  name: text(30),
  version: text(32),
  /** Another one each time that the game's process begins. */
  boot_id: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
  /** What of the room's events it is told as `input`. */
  want: z._default(z.array(EventKind).check(z.maxLength(20)), []),
  /** It shows 机器人 at players that are AI: without it nothing of theirs is sent. */
  ai_label: z.optional(z.boolean()),
})
export type GameHello = z.infer<typeof GameHello>

export const FromGame = z.discriminatedUnion('type', [
  GameHello,
  z.object({
    type: z.literal('event'),
    id,
    key: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/)),
    /** The PC's time, in milliseconds. */
    at: z.optional(z.int().check(z.gte(0))),
    payload: z._default(GamePayload, {}),
    user: z.optional(z.pick(LiveUser, { open_id: true, nickname: true, avatar: true })),
  }),
  Round,
  z.object({
    type: z.literal('vars'),
    vars: z
      .array(
        z.object({
          key: z.string().check(z.maxLength(64)),
          value: scalar,
          /** Whose value it is, of a variable of viewers. */
          open_id: z.optional(LiveUser.shape.open_id),
        }),
      )
      .check(z.maxLength(50)),
  }),
  /** When something will happen, or, with null, that it will not. */
  z.object({
    type: z.literal('eta'),
    key: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/)),
    id,
    at: z.nullable(z.int().check(z.gte(0))),
  }),
  z.object({ type: z.literal('status'), status: GameStatus }),
  /** What views show, as a whole; only the newest is sent on. */
  z.object({ type: z.literal('view'), data: z.unknown() }),
  z.object({
    type: z.literal('result'),
    id: z.string().check(z.minLength(1), z.maxLength(200)),
    ok: z.boolean(),
    detail: z._default(text(200), ''),
  }),
  z.object({ type: z.literal('pong') }),
])
export type FromGame = z.infer<typeof FromGame>

/** Who does it. */
export type GameUser = Pick<LiveUser, 'open_id' | 'nickname' | 'avatar'>

export type GameCmd = {
  type: 'cmd'
  /** A game that was told it before does not do it again. */
  id: string
  name: string
  args: readonly GameScalar[]
  user?: GameUser | undefined
  count: number
  value_fen: number
  is_ai: boolean
  is_test: boolean
  /** After so long it is not worth doing. */
  ttl_ms: number
}

export type GameInput = {
  type: 'input'
  kind: EventKind
  id: string
  at: number
  user?: GameUser | undefined
  text?: string | undefined
  gift?: { id: string; name: string } | undefined
  count: number
  value_fen: number
  is_ai: boolean
  is_test: boolean
}

export type ToGame =
  | {
      type: 'welcome'
      room: { room_code: string; name: string }
      gifts: readonly GiftMap[]
      keywords: readonly KeywordMap[]
      camps: readonly Camp[]
      /** The names of the variables that it may set. */
      vars: readonly string[]
      round_seq: number
      round_max_min: number
      status: GameStatus
      server_time: number
    }
  | { type: 'refused'; why: string }
  | { type: 'ack'; id: string; seq?: number }
  | { type: 'reject'; id: string; why: string }
  | GameCmd
  | GameInput
  | { type: 'view'; data: unknown }
  | { type: 'ping'; at: number }
