import { expect, test } from 'vitest'
import { EVENT_KINDS, type LiveEvent } from '@kaibo/contract/live/event.ts'
import { SYSTEM_EVENTS } from '@kaibo/contract/talk/talk.events.ts'
import { ruleEventOf } from './event.ts'

const live = (over: Partial<LiveEvent>): LiveEvent => ({
  source: 'bilibili',
  event_id: 'e1',
  room_code: '8801',
  kind: 'danmu',
  at: 5,
  user: { open_id: 'u1', nickname: '小明', level: 3, fan_level: 4, guard_level: 3 },
  text: '你好',
  gift: {
    id: 'g1',
    name: '火箭',
    count: 2,
    raw_unit: 'gold',
    raw_value: 1,
    fen: 500,
    paid: true,
  },
  count: 7,
  is_test: false,
  is_ai: false,
  ...over,
})
const room = { room_name: '星光' }

const marked = (open_id: string) => (open_id === 'u1' ? { level: 2, greet: '欢迎回家' } : undefined)

test('of an important viewer rules know how important, of others nothing', () => {
  const of = { ...room, viewer: marked }
  expect(ruleEventOf(live({ kind: 'enter' }), of)?.vars).toMatchObject({
    'ev.user.important': 2,
    'ev.user.greet': '欢迎回家',
  })
  const other = live({ kind: 'enter', user: { open_id: 'u2', nickname: '小红' } })
  expect(Object.keys(ruleEventOf(other, of)?.vars ?? {})).not.toContain('ev.user.important')
})

test('a live event becomes a rule event with its id, time and values', () => {
  expect(ruleEventOf(live({ kind: 'gift' }), room)).toEqual({
    key: 'gift.receive',
    id: 'e1',
    at: 5,
    vars: {
      'sys.room_name': '星光',
      'ev.user.name': '小明',
      'ev.user.open_id': 'u1',
      'ev.user.level': 3,
      'ev.user.fan_level': 4,
      'ev.user.guard_level': 3,
      'ev.text': '你好',
      'ev.text_blocked': 0,
      'ev.gift.id': 'g1',
      'ev.gift.name': '火箭',
      'ev.gift.count': 2,
      'ev.gift.value': 500,
      'ev.gift.paid': 1,
      'ev.count': 7,
    },
  })
})

test('every kind of live event that rules hear has a rule event, and fills what the catalogue promises', () => {
  const keys = EVENT_KINDS.flatMap((kind) => {
    const event = ruleEventOf(live({ kind }), { ...room, viewer: marked })
    if (!event) return []
    for (const { key } of SYSTEM_EVENTS.get(event.key)?.variables ?? []) {
      expect(key === 'sys.now' || key in event.vars, `${event.key} ${key}`).toBe(true)
    }
    return event.key
  })
  const ours = ['room.start', 'room.stop', 'timer', 'idle', 'var.changed']
  const games = [...SYSTEM_EVENTS.keys()].filter((key) => key.startsWith('game.'))
  expect([...keys, ...ours, ...games].sort()).toEqual([...SYSTEM_EVENTS.keys()].sort())
  for (const kind of ['game', 'live_start', 'live_end'] as const)
    expect(ruleEventOf(live({ kind }), room)).toBeUndefined()
})

test('what a game says is its event, with the viewer where there is one', () => {
  const game = { key: 'near_win', payload: { camp: 'red', gap: 85 }, round_seq: 3 }
  expect(ruleEventOf(live({ kind: 'game', game, user: undefined }), room)).toEqual({
    key: 'game.near_win',
    id: 'e1',
    at: 5,
    vars: { 'sys.room_name': '星光', 'ev.camp': 'red', 'ev.gap': 85 },
  })
  expect(ruleEventOf(live({ kind: 'game', game }), room)?.vars).toMatchObject({
    'ev.user.name': '小明',
  })
})

test('what an event does not say is left out', () => {
  const user = { open_id: 'u1', nickname: '小明' }
  const event = ruleEventOf(
    live({ kind: 'enter', user, text: undefined, gift: undefined, count: undefined }),
    room,
  )
  expect(Object.keys(event?.vars ?? {})).toEqual([
    'sys.room_name',
    'ev.user.name',
    'ev.user.open_id',
  ])
})

test('a guard without a name is called by its level', () => {
  const gift = {
    ...live({}).gift,
    id: 'g',
    name: '',
    count: 1,
    raw_unit: '',
    raw_value: 0,
    fen: 0,
    paid: true,
  }
  expect(ruleEventOf(live({ kind: 'guard', gift }), room)?.vars['ev.gift.name']).toBe('舰长')
})

test('text is composed and bounded', () => {
  const event = ruleEventOf(live({ text: `e\u0301${'长'.repeat(900)}` }), room)
  expect(String(event?.vars['ev.text']).startsWith('é')).toBe(true)
  expect(String(event?.vars['ev.text']).length).toBeLessThanOrEqual(500)
})
