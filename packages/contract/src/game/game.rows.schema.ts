import * as z from 'zod/mini'
import { GameLinkState } from '../agent/game-items.schema.ts'
import { AuthExpireStatus, GameType } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { changeOf, field, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, stamped } from '../kernel/record.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { Binding, Drive } from '../talk/part.schema.ts'
import { Camp, GameCommand, GiftMap, KeywordMap, Launch } from './game.schema.ts'

/* Games as people list and edit them. */

export const game_id = idOf(nouns.game)
const type = field(nouns.kind, oneOf(GameType))
const validity = z.nullable(field(words('授权到期', 'Allowed until'), z.int().check(z.gte(0))))

/** Only whoever sees all organisations sets these. A studio's own game leaves them out. */
const allowed = {
  /** Of its studio, or of nobody's in particular. */
  owner_org_id: z.optional(z.nullable(idOf(nouns.studio))),
  /** The guilds whose rooms may run it. */
  org_ids: z.optional(
    field(
      words('可用的公会', 'Guilds that may use it'),
      setOf(z.array(idOf(nouns.org)).check(z.maxLength(200))),
    ),
  ),
  /** Null: for ever. */
  auth_expire_at: z.optional(validity),
  launch: z.optional(field(words('启动方式', 'How it starts'), Launch)),
}

const camps = field(words('阵营', 'Camps'), z.array(Camp).check(z.maxLength(8)))
const commands = field(words('命令', 'Commands'), z.array(GameCommand).check(z.maxLength(30)))
const gift_map = field(words('礼物玩法', 'What gifts do'), z.array(GiftMap).check(z.maxLength(8)))
const keyword_map = field(
  words('弹幕玩法', 'What danmu do'),
  z.array(KeywordMap).check(z.maxLength(10)),
)
const round_max_min = field(
  words('一局最长（分钟）', 'Longest round (min)'),
  z.int().check(z.gte(1), z.lte(120)),
)

const draft = {
  name: line(nouns.name, 30),
  type: z._default(type, GameType.danmu),
  /** A character or an emoji. */
  icon: maybeLine(words('图标', 'Icon'), 8),
  ...allowed,
  camps: z._default(camps, []),
  round_max_min: z._default(round_max_min, 10),
  commands: z._default(commands, []),
  gift_map: z._default(gift_map, []),
  keyword_map: z._default(keyword_map, []),
}

export const GameAdd = z.object(draft)
export type GameAdd = z.infer<typeof GameAdd>

/** What is left out stays as it is. */
export const GameUpdate = z.object({
  game_id,
  version,
  ...changeOf(draft),
  name: z.optional(draft.name),
  enabled: z.optional(enabled),
})
export type GameUpdate = z.infer<typeof GameUpdate>

export const GameRef = z.object({ game_id })

const Org = z.object({ id: z.string(), name: z.string() })

/** What of a game is run of its own accord, in rooms that do not say otherwise. */
export const GameDrive = z.extend(Drive, {
  list: field(words('规则集', 'Rule sets'), z.array(Binding).check(z.maxLength(20))),
})
export type GameDrive = z.infer<typeof GameDrive>

export const GameRow = z.object({
  game_id: z.string(),
  name: z.string(),
  type,
  icon: z.string(),
  /** Its studio; nothing for a guild, to which it is all the same. */
  owner: z.nullable(field(nouns.studio, Org)),
  /** Of these, those that the reader sees. */
  orgs: field(words('可用的公会', 'Guilds that may use it'), z.array(Org)),
  auth_expire_at: validity,
  auth_status: field(words('授权', 'Allowed'), oneOf(AuthExpireStatus)),
  launch: field(words('启动方式', 'How it starts'), Launch),
  camps,
  round_max_min,
  commands,
  gift_map,
  keyword_map,
  drive: field(words('主动话术默认', 'Unprompted by default'), GameDrive),
  events: field(words('事件', 'Events'), z.int()),
  vars: field(words('变量', 'Variables'), z.int()),
  /** In the reader's scope. */
  rooms: field(words('直播间', 'Rooms'), z.int()),
  /** Of these, those on air whose PC is linked to the game. */
  connected: field(words('已连接', 'Linked'), z.int()),
  enabled,
  ...stamped,
})
export type GameRow = z.infer<typeof GameRow>

export const GameQuery = listQuery(['created_at', 'name', 'updated_at'], {
  type: z.optional(type),
  enabled: z.optional(enabled),
  auth: z.optional(field(words('授权', 'Allowed'), oneOf(AuthExpireStatus))),
  org_id: z.optional(idOf(nouns.org)),
  game_id: z.optional(game_id),
})

export const DriveSave = z.extend(GameDrive, { game_id, version })

/** The rooms of a game. */
export const GameInfo = z.object({
  row: GameRow,
  rooms: z.array(
    z.object({
      room_code: z.string(),
      name: z.string(),
      org_name: z.string(),
      /** It speaks of its own accord as the game says. */
      inherits: z.boolean(),
      /** How its PC is linked to the game; nothing while it is not on air. */
      link: z.nullable(GameLinkState),
    }),
  ),
})
