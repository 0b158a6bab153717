import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { cursorField, endlessPageOf, listQuery } from '../kernel/page.ts'
import { line } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import {
  InsertKind,
  InsertPosition,
  InsertStatus,
  MAX_INSERT,
  MAX_VOLUME,
} from './room.insert.rules.ts'
import { roomCode } from './room.schema.ts'

/* What people have anchors say, and stages play. */

const insertId = () => field(words('插播', 'Insert'), z.string().check(z.regex(/^[\w-]{1,40}$/)))

const position = () => z._default(field(words('位置', 'When'), oneOf(InsertPosition)), 'sentence')
/** Made by who asks: asked for again, it is inserted once. */
const key = () => field(words('幂等键', 'Key'), z.string().check(z.regex(/^[\w-]{8,40}$/)))

export const RoomSay = z.object({
  room_code: roomCode(),
  text: line(words('要说的话', 'What to say'), MAX_INSERT),
  position: position(),
  key: key(),
})

export const RoomCutIn = z.object({
  room_code: roomCode(),
  asset_id: field(words('素材', 'File'), z.string().check(z.minLength(1), z.maxLength(64))),
  position: position(),
  volume: z._default(
    field(words('音量', 'Volume'), z.int().check(z.gte(0), z.lte(MAX_VOLUME))),
    MAX_VOLUME,
  ),
  key: key(),
})

export const InsertRow = z.object({
  id: z.string(),
  room_code: z.string(),
  kind: oneOf(InsertKind),
  /** What is said, or the name of what is played. */
  text: z.string(),
  /** Of a line nothing. */
  asset_id: z.nullable(z.string()),
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
