import * as z from 'zod/mini'
import { GameLinkState, ReportedGame } from '../agent/game-items.schema.ts'
import { IsOrNot } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { fen } from '../kernel/money.ts'
import { cursorField, endlessPageOf, listQuery } from '../kernel/page.ts'
import { words } from '../kernel/words.ts'
import { CampScore, RoundPlayer } from '../game/link.schema.ts'
import { roomCode } from '../room/room.schema.ts'
import { CmdCause, CmdState, RoundEnd } from './game-link.enums.ts'

/* The games beside the PCs, as people see them: their link, rounds, and commands that had no effect. */

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const gameId = z.optional(field(words('游戏', 'Game'), text(40)))
const value = z.union([z.string().check(z.maxLength(500)), z.number()])

export const GameCommandDraft = z.object({
  room_code: roomCode(),
  command: field(words('命令', 'Command'), text(40)),
  args: field(words('参数', 'Arguments'), z.array(value).check(z.maxLength(10))),
})

/** `done`: the game says so. */
export const GameCommandEnd = z.object({
  state: z.enum(['done', 'failed']),
  detail: field(nouns.reason, z.string()),
})
export type GameCommandEnd = z.infer<typeof GameCommandEnd>

export const GameState = z.object({
  /** Nothing where the room runs no game, or its PC has not said so. */
  link: z.nullable(z.extend(ReportedGame, { state: GameLinkState })),
  /** What the rules know of it; nothing where the PC does not answer. */
  vars: z.nullable(z.array(z.object({ key: z.string(), value }))),
})
export type GameState = z.infer<typeof GameState>

const filters = {
  room_code: z.optional(roomCode()),
  game_id: gameId,
  run_id: z.optional(field(nouns.run, text(40))),
  cursor: cursorField,
}

export const RoundQuery = listQuery(['started_at'], filters)

const room = z.object({ room_code: z.string(), name: z.string() })

export const RoundRow = z.object({
  room,
  run_id: z.nullable(z.string()),
  seq: z.int(),
  game_id: z.string(),
  started_at: z.int(),
  ended_at: z.nullable(z.int()),
  /** Nothing while it is played. */
  end_status: z.nullable(oneOf(RoundEnd)),
  winner: z.nullable(z.string()),
  camps: z.array(CampScore),
  /** The best, first. */
  players: z.array(RoundPlayer),
})
export type RoundRow = z.infer<typeof RoundRow>
export const RoundPage = endlessPageOf(RoundRow)

export const EffectQuery = listQuery(['at'], {
  ...filters,
  /** Gifts where it is left out. */
  cause: z.optional(field(words('来源', 'Cause'), oneOf(CmdCause))),
  made_good: z.optional(field(words('已补', 'Made good'), oneOf(IsOrNot))),
})

/** A command to a game that had no effect. */
export const EffectRow = z.object({
  cmd_id: z.string(),
  room,
  run_id: z.nullable(z.string()),
  game_id: z.string(),
  cause: field(words('来源', 'Cause'), oneOf(CmdCause)),
  state: field(nouns.status, oneOf(CmdState)),
  detail: field(nouns.reason, z.string()),
  command: z.string(),
  args: z.array(value),
  /** Who is owed it. */
  user: z.nullable(z.object({ open_id: z.string(), nickname: z.string() })),
  gift: z.nullable(field(nouns.gift, z.string())),
  count: field(nouns.count, z.int()),
  value_fen: field(nouns.amount, fen()),
  is_ai: field(words('是否AI', 'AI'), oneOf(IsOrNot)),
  is_test: field(words('是否测试', 'Test'), oneOf(IsOrNot)),
  round_seq: z.nullable(field(words('局数', 'Round'), z.int())),
  at: z.int(),
  made_good_at: z.nullable(field(words('补偿时间', 'Made good at'), z.int())),
  made_good_by: z.nullable(field(words('补偿人', 'Made good by'), z.string())),
})
export type EffectRow = z.infer<typeof EffectRow>
export const EffectPage = endlessPageOf(EffectRow)

export const MadeGood = z.object({
  room_code: roomCode(),
  cmd_id: field(words('命令编号', 'Command’s number'), text(128)),
})
