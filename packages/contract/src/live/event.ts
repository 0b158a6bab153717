import { nouns } from '../facts/nouns.ts'
import { words, type Words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { PLATFORMS } from '../facts/platforms.ts'
import { field, says } from '../kernel/field.ts'
import { fen } from '../kernel/money.ts'
import { isShallow } from '../kernel/nesting.ts'
import { isCut } from '../kernel/text.ts'

/** What can happen in a live room, the same for every platform. */
export const EVENT_KINDS = [
  'danmu',
  'gift',
  'like',
  'follow',
  'enter',
  'share',
  'guard',
  'super_chat',
  'live_start',
  'live_end',
  'game',
] as const
export const EventKind = z.enum(EVENT_KINDS)
export type EventKind = z.infer<typeof EventKind>

/** The kinds that may carry money: they enter the ledger. */
export const MONEY_KINDS: readonly EventKind[] = ['gift', 'guard', 'super_chat']

/** An event older than this when it arrives is booked and shown, but no rule answers it as new. */
export const LATE_EVENT_MS = 5 * 60_000
export const isLate = (at: number, received_at: number): boolean => received_at - at > LATE_EVENT_MS

/** Whether a database keeps the text as it is: none keeps NUL, nor half of an emoji (some platforms cut names anywhere). */
export const isStorable = (text: string) => !text.includes('\0') && !isCut(text)

const HALVES_OF_PAIRS = /\p{Surrogate}/gu

/** The text with what cannot be stored replaced by `\uFFFD`. */
export const storable = (text: string) =>
  isStorable(text) ? text : text.replaceAll('\0', '\uFFFD').replaceAll(HALVES_OF_PAIRS, '\uFFFD')

/** A name that is too long or cannot be stored must not refuse the gift: it is cut, its characters replaced. Identifiers are refused. */
const text = (label: Words, max: number) =>
  field(label, z.string().check(z.overwrite((whole) => storable(whole.slice(0, max)))))
const id = (label: Words, max = 128) =>
  field(
    label,
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(max),
        z.refine(
          isStorable,
          says('{label}含有无法存储的字符', '{label} holds characters that cannot be stored'),
        ),
      ),
  )

export const LiveUser = z.object({
  open_id: id(nouns.userId),
  nickname: text(nouns.nickname, 100),
  avatar: z.optional(text(nouns.avatar, 1000)),
  level: z.optional(field(words('等级', 'Level'), z.int().check(z.gte(0)))),
  fan_level: z.optional(field(words('粉丝等级', 'Fan level'), z.int().check(z.gte(0)))),
  guard_level: z.optional(field(words('大航海等级', 'Guard level'), z.int().check(z.gte(0)))),
})
export type LiveUser = z.infer<typeof LiveUser>

/** A larger amount in one event is taken for an error and refused: 1,000,000 yuan. */
export const MAX_EVENT_FEN = 100_000_000
export const MAX_GIFT_COUNT = 1_000_000
export const MAX_EVENT_COUNT = 10_000_000
export const SOURCE_NAME = /^[a-z][a-z0-9_-]{1,31}$/

/**
 * Sources of this product and of the platforms. A generic push may use none of these names: a partner could book an event
 * under an identifier of the platform, and the platform's own gift would then count as a repetition.
 */
export const BUILT_IN_SOURCES: ReadonlySet<string> = new Set([
  ...Object.keys(PLATFORMS),
  'simulator',
  'replay',
  'push',
  'game',
  'fans',
  'kaibo',
])

export const LiveGift = z.object({
  id: id(words('礼物标识', 'Gift id')),
  name: text(nouns.giftName, 100),
  count: field(
    words('礼物数量', 'Number of gifts'),
    z.int().check(z.gte(1), z.lte(MAX_GIFT_COUNT)),
  ),
  /** The platform's own unit and the whole value in it, kept beside our fen. */
  raw_unit: text(words('平台单位', 'Platform unit'), 32),
  raw_value: field(words('平台数额', 'Platform amount'), z.number().check(z.gte(0))),
  /** What was really paid for all of `count`, in fen; 0 when nothing was. */
  fen: field(nouns.amount, fen().check(z.gte(0), z.lte(MAX_EVENT_FEN))),
  paid: field(words('是否付费', 'Paid'), z.boolean()),
  combo_id: z.optional(id(words('连击标识', 'Combo id'))),
})
export type LiveGift = z.infer<typeof LiveGift>

const scalar = z.union([
  z.string().check(
    z.maxLength(500),
    z.overwrite((whole) => storable(whole)),
  ),
  z.number(),
])
const MAX_PAYLOAD = 4_096

/** What an event of a game says beside its name. */
export const GamePayload = z
  .record(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)), scalar)
  .check(
    z.refine((payload) => Object.keys(payload).length <= 20),
    z.refine((payload) => JSON.stringify(payload).length <= MAX_PAYLOAD),
  )
export type GamePayload = z.infer<typeof GamePayload>

export const LiveGame = z.object({
  /** The rules hear it as `game.<key>`. */
  key: field(
    words('游戏事件', 'Event of the game'),
    z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/)),
  ),
  payload: field(words('游戏事件内容', 'What the event says'), GamePayload),
  /** The round in which it happened. */
  round_seq: z.optional(field(words('局数', 'Round'), z.int().check(z.gte(0)))),
})
export type LiveGame = z.infer<typeof LiveGame>

/**
 * The normalised event that every source produces. Within its organisation it is stored once by (`source`, `event_id`),
 * whatever arrives twice.
 * `raw` is the platform's own message, kept for evidence where the source has it.
 */
export const LiveEvent = z
  .object({
    source: field(nouns.source, z.string().check(z.regex(SOURCE_NAME))),
    event_id: id(nouns.eventId),
    room_code: id(nouns.room, 8),
    kind: field(words('事件类型', 'Kind of event'), EventKind),
    at: field(nouns.eventTime, z.int().check(z.gte(0))),
    /** Only a game's event may be nobody's. */
    user: z.optional(field(words('用户', 'User'), LiveUser)),
    text: z.optional(text(words('内容', 'Text'), 1000)),
    gift: z.optional(field(nouns.gift, LiveGift)),
    count: z.optional(field(nouns.count, z.int().check(z.gte(0), z.lte(MAX_EVENT_COUNT)))),
    game: z.optional(field(words('游戏', 'Game'), LiveGame)),
    is_test: z._default(field(words('是否测试', 'Test'), z.boolean()), false),
    is_ai: z._default(field(words('是否AI', 'AI'), z.boolean()), false),
    raw: z.optional(
      field(
        nouns.rawMessage,
        z
          .record(z.string(), z.unknown())
          .check(
            z.refine(
              (raw) => isShallow(raw),
              says('{label}嵌套太深', '{label} is nested too deep'),
            ),
          ),
      ),
    ),
  })
  .check(
    z.refine((event) => event.user !== undefined || event.kind === 'game', {
      path: ['user'],
      error: says('请输入用户', 'User is required'),
    }),
    z.refine((event) => event.game === undefined || event.kind === 'game', {
      path: ['game'],
      error: says('只有游戏事件可以有游戏内容', 'Only an event of a game says what the game did'),
    }),
    z.refine((event) => MONEY_KINDS.includes(event.kind) || !event.gift?.paid, {
      path: ['gift'],
      error: says(
        '只有礼物、大航海和醒目留言可以是付费的',
        'Only gifts, guards and super chats can be paid for',
      ),
    }),
    z.refine((event) => !MONEY_KINDS.includes(event.kind) || event.gift !== undefined, {
      path: ['gift'],
      error: says('请输入礼物', 'Gift is required'),
    }),
  )
export type LiveEvent = z.infer<typeof LiveEvent>

/** Why an event of a batch was not stored; the others of the batch were. */
export const RefusedEvent = z.object({
  index: z.int(),
  event_id: z.nullable(z.string()),
  reason: z.string(),
})
export type RefusedEvent = z.infer<typeof RefusedEvent>
