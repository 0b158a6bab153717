import * as z from 'zod/mini'
import { InsertPosition, MAX_INSERT } from '../agent/insert.schema.ts'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { cursorField, endlessPageOf, listQuery } from '../kernel/page.ts'
import { line } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { roomCode } from './room.schema.ts'

/* What people have anchors say. */

/** The most that a room has open at once. */
export const MAX_INSERTS = 20

/** `queued` at the server, `sent` to the PC, where it waits for its turn, `playing`, and one of the ends. */
export const InsertStatus = enumeration({
  queued: ['queued', '排队中', 'Queued'],
  sent: ['sent', '等待说', 'Waiting'],
  playing: ['playing', '正在说', 'Being said'],
  done: ['done', '已说', 'Said'],
  failed: ['failed', '失败', 'Failed'],
  cancelled: ['cancelled', '已取消', 'Cancelled'],
  expired: ['expired', '已过期', 'Expired'],
})
export type InsertStatus = ValueOf<typeof InsertStatus>

export const OPEN_INSERTS = ['queued', 'sent', 'playing'] as const satisfies InsertStatus[]

const insertId = () => field(words('插播', 'Insert'), z.string().check(z.regex(/^[\w-]{1,40}$/)))

export const RoomSay = z.object({
  room_code: roomCode(),
  text: line(words('要说的话', 'What to say'), MAX_INSERT),
  position: z._default(field(words('位置', 'When'), oneOf(InsertPosition)), 'sentence'),
  /** Made by who asks: asked for again, it is said once. */
  key: field(words('幂等键', 'Key'), z.string().check(z.regex(/^[\w-]{16,40}$/))),
})

export const InsertRow = z.object({
  id: z.string(),
  room_code: z.string(),
  text: z.string(),
  position: oneOf(InsertPosition),
  status: oneOf(InsertStatus),
  /** Why it failed, in Chinese. */
  detail: z.nullable(z.string()),
  by: z.nullable(z.string()),
  at: z.int(),
})
export type InsertRow = z.infer<typeof InsertRow>

export const InsertQuery = listQuery(['at'], { room_code: roomCode(), cursor: cursorField })
export const InsertPage = endlessPageOf(InsertRow)
export const InsertCancel = z.object({ id: insertId() })
