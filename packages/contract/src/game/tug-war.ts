import { DataType } from '../facts/enums.ts'
import type { Catalogue } from '../talk/bundle.schema.ts'
import type { Operand } from '../talk/operand.schema.ts'
import type { GamePart } from './game.schema.ts'

/* 拔河, the game that is built in: two camps pull a rope for two minutes. */

const typed = (value: string | number): Operand => ({ origin: 'input', value })
const args = (...values: (string | number)[]) => values.map(typed)

export const TUG_WAR = 'tug-war'

export const tugWarPart = (game_id: string): GamePart => ({
  game_id,
  name: '拔河',
  launch: { kind: 'builtin', package: TUG_WAR },
  camps: [
    { id: 'red', name: '红队', colour: '#e5484d' },
    { id: 'blue', name: '蓝队', colour: '#3e63dd' },
  ],
  round_max_min: 5,
  commands: [
    { name: 'join', label: '加入阵营', args: ['阵营'] },
    { name: 'pull', label: '拉', args: ['力气'] },
    { name: 'boost', label: '力气加倍', args: ['秒数'] },
    { name: 'freeze', label: '冻住对方', args: ['秒数'] },
  ],
  gift_map: [
    { gift: '小心心', command: 'pull', args: args(10), text: '拉10下' },
    { gift: '啤酒', command: 'boost', args: args(10), text: '力气加倍10秒' },
    { gift: '热气球', command: 'freeze', args: args(5), text: '冻住对方5秒' },
    { gift: '跑车', command: 'pull', args: args(200), text: '拉200下' },
  ],
  keyword_map: [
    { word: '红', command: 'join', args: args('red'), text: '加入红队' },
    { word: '1', command: 'join', args: args('red'), text: '加入红队' },
    { word: '蓝', command: 'join', args: args('blue'), text: '加入蓝队' },
    { word: '2', command: 'join', args: args('blue'), text: '加入蓝队' },
    { word: '拉', command: 'pull', args: args(1), text: '拉1下' },
    { word: '6', command: 'pull', args: args(1), text: '拉1下' },
  ],
  statuses: [],
})

const text = (key: string, label: string) => ({ key: `ev.${key}`, label, type: DataType.string })
const number = (key: string, label: string) => ({ key: `ev.${key}`, label, type: DataType.number })
const camp = [text('camp', '阵营'), text('camp_name', '阵营名')]

const stored = (key: string, name: string, reset: 'never' | 'session' = 'session') =>
  ({
    key,
    name,
    var_type: 1,
    data_type: DataType.number,
    calc: 0,
    scope: 'room',
    reset,
    default: 0,
  }) as const

/** What 拔河 says to rules beside what every game does. */
export const tugWarCatalogue: Catalogue = {
  format: 2,
  events: [
    { key: 'game.camp_join', label: '加入阵营', variables: [...camp, number('heads', '人数')] },
    { key: 'game.lead_change', label: '反超', variables: [...camp, number('gap', '差距')] },
    {
      key: 'game.near_win',
      label: '快赢了',
      variables: [...camp, number('gap', '差距'), number('left_s', '剩余秒数')],
    },
    {
      key: 'game.mvp_change',
      label: '最佳玩家换人',
      variables: [text('mvp_name', '玩家'), number('score', '力气')],
    },
  ],
  vars: [
    stored('red', '红队力气'),
    stored('blue', '蓝队力气'),
    stored('gap', '绳子位置'),
    stored('left_s', '剩余秒数'),
    stored('streak', '连胜局数'),
  ],
}

/** What made-up events of it say. */
export const tugWarSamples: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  camp_join: { camp: 'red', camp_name: '红队', heads: 3 },
  lead_change: { camp: 'blue', camp_name: '蓝队', gap: 12 },
  near_win: { camp: 'red', camp_name: '红队', gap: 85, left_s: 20 },
  mvp_change: { mvp_name: '阿强', score: 66 },
}
