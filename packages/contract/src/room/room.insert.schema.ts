import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { cursorField, endlessPageOf, listQuery } from '../kernel/page.ts'
import { line } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { InsertPosition, InsertStatus, MAX_INSERT } from './room.insert.rules.ts'
import { roomCode } from './room.schema.ts'

/* What people have anchors say. */

const insertId = () => field(words('插播', 'Insert'), z.string().check(z.regex(/^[\w-]{1,40}$/)))

export const RoomSay = z.object({
  room_code: roomCode(),
  text: line(words('要说的话', 'What to say'), MAX_INSERT),
  position: z._default(field(words('位置', 'When'), oneOf(InsertPosition)), 'sentence'),
  /** Made by who asks: asked for again, it is said once. */
  key: field(words('幂等键', 'Key'), z.string().check(z.regex(/^[\w-]{8,40}$/))),
})

export const InsertRow = z.object({
  id: z.string(),
  room_code: z.string(),
  text: z.string(),
  position: oneOf(InsertPosition),
  status: oneOf(InsertStatus),
  /** Why it failed, in Chinese. */
  detail: field(nouns.reason, z.nullable(z.string())),
  by: field(nouns.person, z.nullable(z.string())),
  at: z.int(),
})
export type InsertRow = z.infer<typeof InsertRow>

export const InsertQuery = listQuery(['at'], { room_code: roomCode(), cursor: cursorField })
export const InsertPage = endlessPageOf(InsertRow)
export const InsertCancel = z.object({ id: insertId() })
