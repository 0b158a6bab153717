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
  /** Amounts add up only among events with the same value of this variable. */
  readonly separates?: true
}

export interface EventFacts {
  readonly key: string
  readonly label: string
  readonly variables: readonly VariableFacts[]
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
const message = text('ev.text', '弹幕内容')
const gift = [
  text('ev.gift.id', '礼物编号', { separates: true }),
  text('ev.gift.name', '礼物名称'),
  number('ev.gift.count', '礼物数量', { sums: true }),
  number('ev.gift.value', '礼物价值（分）', { sums: true }),
  number('ev.gift.paid', '是否付费礼物（1 是 0 否）'),
]
const count = number('ev.count', '次数', { sums: true })
const value = number('ev.gift.value', '价值（分）', { sums: true })

const event = (key: string, label: string, variables: VariableFacts[]): [string, EventFacts] => [
  key,
  { key, label, variables: [...variables, ...SYSTEM_VARIABLES] },
]

/** Events built into the product (EventType.system), by key. */
export const SYSTEM_EVENTS: ReadonlyMap<string, EventFacts> = new Map([
  event('danmu.message', '弹幕', [...user, message]),
  event('gift.receive', '礼物', [...user, ...gift]),
  event('user.follow', '关注', user),
  event('user.like', '点赞', [...user, count]),
  event('user.enter', '进房', user),
  event('user.share', '分享', user),
  event('guard.buy', '大航海', [...user, ...gift]),
  event('super_chat.receive', '醒目留言', [...user, message, value]),
  event('room.start', '开播', []),
  event('room.stop', '停播', []),
])

/** The rule event that each kind of live event becomes. */
export const EVENT_OF_LIVE_KIND = {
  danmu: 'danmu.message',
  gift: 'gift.receive',
  follow: 'user.follow',
  like: 'user.like',
  enter: 'user.enter',
  share: 'user.share',
  guard: 'guard.buy',
  super_chat: 'super_chat.receive',
  live_start: 'room.start',
  live_end: 'room.stop',
} as const
