import { DataType } from '../facts/enums.ts'
import type { ValueOf } from '../kernel/enumeration.ts'
import { words, type Words } from '../kernel/words.ts'

export type DataType = ValueOf<typeof DataType>

export interface VariableFacts {
  readonly key: string
  readonly label: Words
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
  readonly label: Words
  readonly variables: readonly VariableFacts[]
  /** Of a rule that says nothing else: its place in the queue of the anchor, and how long it is worth saying. */
  readonly priority: number
  readonly ttl_ms: number
  /** Its moment can be foreseen: rules may act in advance. */
  readonly eta?: true
  /** Only a proactive rule waits for a silence. */
  readonly proactive?: true
}

const text = (key: string, label: Words, more: Partial<VariableFacts> = {}): VariableFacts => ({
  key,
  label,
  type: DataType.string,
  ...more,
})
const number = (key: string, label: Words, more: Partial<VariableFacts> = {}): VariableFacts => ({
  key,
  label,
  type: DataType.number,
  ...more,
})

const SYSTEM_VARIABLES = [
  number('sys.now', words('当前时间（毫秒）', 'Time (ms)')),
  text('sys.room_name', words('房间名称', 'Room name')),
] as const

/** The variable by which a cooldown of scope `user` tells viewers apart. */
export const USER_KEY = 'ev.user.open_id'

const user = [
  text('ev.user.name', words('观众昵称', 'Viewer’s name')),
  text(USER_KEY, words('观众编号', 'Viewer’s number'), { separates: true }),
  number('ev.user.level', words('观众等级', 'Viewer’s level'), { fallback: 0 }),
  number('ev.user.fan_level', words('粉丝牌等级', 'Fan level'), { fallback: 0 }),
  number(
    'ev.user.guard_level',
    words('大航海等级（1 总督 2 提督 3 舰长）', 'Guard level (1 governor, 2 admiral, 3 captain)'),
    { fallback: 0 },
  ),
  number('ev.user.important', words('重要观众等级（0 不是）', 'Important viewer (0: not)'), {
    fallback: 0,
  }),
  text('ev.user.greet', words('重要观众的欢迎语', 'Welcome of an important viewer'), {
    fallback: '',
  }),
]
const message = [
  text('ev.text', words('弹幕内容', 'Text of the danmu')),
  number(
    'ev.text_blocked',
    words('含敏感词（1 是 0 否）', 'Holds a forbidden word (1 yes, 0 no)'),
    {
      fallback: 0,
    },
  ),
]
const gift = [
  text('ev.gift.id', words('礼物编号', 'Gift’s number'), { separates: true }),
  text('ev.gift.name', words('礼物名称', 'Gift')),
  number('ev.gift.count', words('礼物数量', 'Number of gifts'), { sums: true }),
  number('ev.gift.value', words('礼物价值（分）', 'Value of the gift (fen)'), {
    sums: true,
    unit: 'fen',
  }),
  number('ev.gift.paid', words('是否付费礼物（1 是 0 否）', 'Paid gift (1 yes, 0 no)')),
]
const count = number('ev.count', words('次数', 'Times'), { sums: true })
const value = number('ev.gift.value', words('价值（分）', 'Value (fen)'), {
  sums: true,
  unit: 'fen',
})

const round = number('ev.seq', words('第几局', 'Number of the round'))

const SECOND = 1_000
/** What is said before a foreseen moment. */
export const ADVANCE = { priority: 70, ttl_ms: 15 * SECOND }

const event = (
  key: string,
  label: Words,
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
export const ROUND_START = 'game.round_start'
export const ROUND_OVER = 'game.round_end'
export const COUNTDOWN = 'game.countdown'
export const GAME_LOST = 'game.lost'

/** Events built into the product (EventType.system), by key. Only those that somebody raises. */
export const SYSTEM_EVENTS: ReadonlyMap<string, EventFacts> = new Map([
  event(DANMU, words('弹幕', 'Danmu'), [...user, ...message], [40, 15]),
  event('gift.receive', words('礼物', 'Gift received'), [...user, ...gift], [50, 30]),
  event('user.follow', words('关注', 'Follow'), user, [50, 15]),
  event('user.like', words('点赞', 'Like'), [...user, count], [20, 8]),
  event('user.enter', words('进房', 'Viewer enters'), user, [30, 8]),
  event('user.share', words('分享', 'Share'), user, [50, 15]),
  event('guard.buy', words('大航海', 'Guard bought'), [...user, ...gift], [80, 30]),
  event(
    'super_chat.receive',
    words('醒目留言', 'Super chat'),
    [...user, ...message, value],
    [80, 30],
  ),
  event(ROOM_START, words('开播', 'Going on air'), []),
  event(ROOM_STOP, words('停播', 'Going off air'), [], [900, 15]),
  event(
    TIMER,
    words('定时', 'Timer'),
    [number('ev.every_s', words('间隔秒数', 'Interval (s)'))],
    [20, 8],
    { proactive: true },
  ),
  event(
    IDLE,
    words('冷场', 'Silence'),
    [number('ev.idle_s', words('冷场秒数', 'Silence (s)'))],
    [20, 8],
    { proactive: true },
  ),
  event(ROUND_START, words('一局开始', 'Round begins'), [round], [60, 15]),
  event(
    ROUND_OVER,
    words('一局结束', 'Round ends'),
    [
      round,
      text('ev.winner', words('胜方编号', 'Winner’s id'), { fallback: '' }),
      text('ev.winner_name', words('胜方', 'Winner'), { fallback: '' }),
      number('ev.score_win', words('胜方得分', 'Winner’s score'), { fallback: 0 }),
      number('ev.score_lose', words('败方得分', 'Loser’s score'), { fallback: 0 }),
      text('ev.mvp_name', words('最佳玩家', 'Best player'), { fallback: '' }),
      number('ev.seconds', words('时长（秒）', 'Length (s)'), { fallback: 0 }),
    ],
    [60, 15],
    { eta: true },
  ),
  event(
    COUNTDOWN,
    words('一局倒计时', 'Countdown of a round'),
    [round, number('ev.left_s', words('剩余秒数', 'Seconds left'))],
    [60, 8],
  ),
  event(GAME_LOST, words('游戏断开', 'Game lost'), [], [60, 15]),
  event(VAR_CHANGED, words('变量变化', 'Variable changed'), [
    text('ev.key', words('变量', 'Variable')),
    number('ev.old', words('原来的值', 'Former value')),
    number('ev.new', words('现在的值', 'Present value')),
    text('ev.text', words('现在的文字', 'Present text')),
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
