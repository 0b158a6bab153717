import * as z from 'zod/mini'
import { IsOrNot, OpenStatus } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { idOf } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { Quiet } from './bundle.schema.ts'
import { liveVersion, rule_id } from './talk.rows.schema.ts'
import { RoomPart } from './talk.enums.ts'
import { Reply } from './reply.schema.ts'

/* What of a room is saved part by part, each with a version of its own: its sets on events, those of its own accord, its questions. */

export const Binding = z.object({
  rule_id,
  enabled: field(nouns.status, oneOf(OpenStatus)),
  /** Added to the priority of all its lines. */
  shift: field(words('优先级调整', 'Priority shift'), z.int().check(z.gte(-50), z.lte(50))),
  off_nodes: field(
    words('停用的规则', 'Rules that are off'),
    z.array(z.string().check(z.maxLength(40))).check(z.maxLength(200)),
  ),
})
export type Binding = z.infer<typeof Binding>

const room_code = idOf(nouns.room)
const bindings = field(words('规则集', 'Rule sets'), z.array(Binding).check(z.maxLength(20)))
const replies = field(words('问答', 'Questions'), z.array(Reply).check(z.maxLength(500)))

/** When the anchor speaks of its own accord. */
export const Drive = z.object({
  idle_s: field(
    words('多久没说话算冷场（秒）', 'Silence after (s)'),
    z.int().check(z.gte(5), z.lte(600)),
  ),
  quiet: field(words('安静时段', 'Quiet hours'), z.array(Quiet).check(z.maxLength(4))),
})
export type Drive = z.infer<typeof Drive>

/** Silence, quiet hours and sets as the game says; of the list only what is off in this room counts. */
const inherit = field(words('沿用游戏的设置', 'As the game says'), oneOf(IsOrNot))

export const TalkRuleSave = z.object({ room_code, version, list: bindings })
export const DriveSave = z.extend(Drive, {
  room_code,
  version,
  list: bindings,
  inherit: z._default(inherit, IsOrNot.not),
})
export const ReplySave = z.object({ room_code, version, list: replies })

/** Asks what would be answered by these questions, saved or not. */
export const ReplyTry = z.object({
  room_code,
  text: field(
    words('弹幕', 'Danmaku'),
    z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  ),
  list: replies,
})
export const ReplyTried = z.object({
  /** The question's id and what it says; nothing where none answers. */
  answer: z.nullable(z.object({ id: z.string(), keyword: z.string(), text: z.string() })),
})

/** What a sheet holds, and the rows that are no question, each with its number in the file. */
export const RepliesRead = z.object({
  rows: z.array(z.object({ row: z.int(), keywords: z.array(z.string()), reply: z.string() })),
  bad: z.array(z.int()),
})

export const PartQuery = z.object({
  room_code,
  part: field(words('部分', 'Part'), oneOf(RoomPart)),
})
export const Part = z.object({
  version: z.int(),
  room: z.object({
    room_code: z.string(),
    name: z.string(),
    org_id: z.string(),
    game: z.nullable(field(nouns.game, z.object({ id: z.string(), name: z.string() }))),
  }),
  /** The sets that are bound; none of `reply`. */
  list: z.array(
    z.extend(Binding, {
      name: z.string(),
      live_v: liveVersion,
      /** The game that it speaks of. */
      game: z.nullable(field(nouns.game, z.object({ id: z.string(), name: z.string() }))),
      /** It speaks of another game than the room's: it stays bound, and is not run. */
      applies: field(words('适用', 'Applies'), z.boolean()),
      /** The version on trial in this very room. */
      canary_v: z.nullable(z.int()),
    }),
  ),
  /** Of `initiative`. */
  drive: z.optional(field(words('主动话术', 'Unprompted'), z.extend(Drive, { inherit }))),
  /** Of `reply`. */
  replies: z.optional(z.array(Reply)),
})
