import { DataType } from '../facts/enums.ts'
import type { ValueOf } from '../kernel/enumeration.ts'

export type DataType = ValueOf<typeof DataType>

export interface VariableFacts {
  readonly key: string
  readonly label: string
  readonly type: DataType
  /** The value where an event has none; without a fallback the variable is missing. */
  readonly fallback?: string | number
  /** An amount: when events are merged after a cooldown, their amounts add up. */
  readonly sums?: true
  /** Kept in fen, written and read in yuan. */
  readonly unit?: 'fen'
  /** Amounts add up only among events with the same value of this variable. */
  readonly separates?: true
}

export interface EventFacts {
  readonly key: string
  readonly label: string
  readonly variables: readonly VariableFacts[]
  /** Of a rule that says nothing else: its place in the queue of the anchor, and how long it is worth saying. */
  readonly priority: number
  readonly ttl_ms: number
  /** Its moment can be foreseen: rules may act in advance. */
  readonly eta?: true
  /** Only a proactive rule waits for a silence. */
  readonly proactive?: true
}

const text = (key: string, label: string, more: Partial<VariableFacts> = {}): VariableFacts => ({
  key,
  label,
  type: DataType.string,
  ...more,
})
const number = (key: string, label: string, more: Partial<VariableFacts> = {}): VariableFacts => ({
  key,
  label,
  type: DataType.number,
  ...more,
})

const SYSTEM_VARIABLES = [
  number('sys.now', '当前时间（毫秒）'),
  text('sys.room_name', '房间名称'),
] as const

/** The variable by which a cooldown of scope `user` tells viewers apart. */
export const USER_KEY = 'ev.user.open_id'

const user = [
  text('ev.user.name', '观众昵称'),
  text(USER_KEY, '观众编号', { separates: true }),
  number('ev.user.level', '观众等级', { fallback: 0 }),
  number('ev.user.fan_level', '粉丝牌等级', { fallback: 0 }),
  number('ev.user.guard_level', '大航海等级（1 总督 2 提督 3 舰长）', { fallback: 0 }),
]
const message = [
  text('ev.text', '弹幕内容'),
  number('ev.text_blocked', '含敏感词（1 是 0 否）', { fallback: 0 }),
]
const gift = [
  text('ev.gift.id', '礼物编号', { separates: true }),
  text('ev.gift.name', '礼物名称'),
  number('ev.gift.count', '礼物数量', { sums: true }),
  number('ev.gift.value', '礼物价值（分）', { sums: true, unit: 'fen' }),
  number('ev.gift.paid', '是否付费礼物（1 是 0 否）'),
]
const count = number('ev.count', '次数', { sums: true })
const value = number('ev.gift.value', '价值（分）', { sums: true, unit: 'fen' })

const SECOND = 1_000
/** What is said before a foreseen moment. */
export const ADVANCE = { priority: 70, ttl_ms: 15 * SECOND }

const event = (
  key: string,
  label: string,
  variables: readonly VariableFacts[],
  [priority, ttl_s]: readonly [number, number] = [30, 15],
  more: Partial<EventFacts> = {},
): [string, EventFacts] => [
  key,
  {
    key,
    label,
    variables: [...variables, ...SYSTEM_VARIABLES],
    priority,
    ttl_ms: ttl_s * SECOND,
    ...more,
  },
]

export const DANMU = 'danmu.message'
export const TIMER = 'timer'
export const IDLE = 'idle'
export const VAR_CHANGED = 'var.changed'
export const ROOM_START = 'room.start'
export const ROOM_STOP = 'room.stop'

/** Events built into the product (EventType.system), by key. Only those that somebody raises. */
export const SYSTEM_EVENTS: ReadonlyMap<string, EventFacts> = new Map([
  event(DANMU, '弹幕', [...user, ...message], [40, 15]),
  event('gift.receive', '礼物', [...user, ...gift], [50, 30]),
  event('user.follow', '关注', user, [50, 15]),
  event('user.like', '点赞', [...user, count], [20, 8]),
  event('user.enter', '进房', user, [30, 8]),
  event('user.share', '分享', user, [50, 15]),
  event('guard.buy', '大航海', [...user, ...gift], [80, 30]),
  event('super_chat.receive', '醒目留言', [...user, ...message, value], [80, 30]),
  event(ROOM_START, '开播', []),
  event(ROOM_STOP, '停播', [], [900, 15]),
  event(TIMER, '定时', [number('ev.every_s', '间隔秒数')], [20, 8], { proactive: true }),
  event(IDLE, '冷场', [number('ev.idle_s', '冷场秒数')], [20, 8], { proactive: true }),
  event(VAR_CHANGED, '变量变化', [
    text('ev.key', '变量'),
    number('ev.old', '原来的值'),
    number('ev.new', '现在的值'),
    text('ev.text', '现在的文字'),
  ]),
])

/** The rule event that each kind of live event becomes. What the platform calls 开播 is no run of ours: the agent raises that. */
export const EVENT_OF_LIVE_KIND = {
  danmu: 'danmu.message',
  gift: 'gift.receive',
  follow: 'user.follow',
  like: 'user.like',
  enter: 'user.enter',
  share: 'user.share',
  guard: 'guard.buy',
  super_chat: 'super_chat.receive',
} as const
