import { expect, test } from 'vitest'
import type { LiveEvent, LiveGift } from '@kaibo/contract/live/event.ts'
import { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { defaultRuleSet } from './default-rules.ts'
import { ruleEventOf } from './event.ts'
import { roomOf } from './fixture.ts'

let serial = 0

function live(kind: LiveEvent['kind'], over: Partial<LiveEvent> = {}) {
  const event = ruleEventOf(
    {
      source: 'bilibili',
      event_id: `e${++serial}`,
      room_code: '8801',
      kind,
      at: 0,
      user: { open_id: 'u1', nickname: '小明' },
      is_test: false,
      is_ai: false,
      ...over,
    },
    { room_name: '星光直播间' },
  )
  if (!event) throw new Error(`no rule event for ${kind}`)
  return event
}

const gift = (fen: number): { gift: LiveGift } => ({
  gift: { id: '1', name: '小花花', count: 3, raw_unit: 'gold', raw_value: fen, fen, paid: fen > 0 },
})

test('the default set is a valid stored set', () => {
  expect(RuleSet.parse(JSON.parse(JSON.stringify(defaultRuleSet())))).toEqual(defaultRuleSet())
})

test.each([
  ['danmu', { text: '主播你好' }, 'reply-hello', 40, 15_000],
  ['danmu', { text: '这个怎么玩呀' }, 'reply-how', 40, 15_000],
  ['danmu', { text: 'ＨＥＬＬＯ' }, 'reply-hello', 40, 15_000],
  ['danmu', { text: '现在几点了' }, 'reply-time', 40, 15_000],
  ['danmu', { text: '我是萌新' }, 'reply-new', 40, 15_000],
  ['danmu', { text: '主播晚安' }, 'reply-bye', 40, 15_000],
  ['danmu', { text: '666' }, 'reply-praise', 40, 15_000],
  ['gift', gift(0), 'gift-free', 30, 30_000],
  ['gift', gift(1), 'gift-small', 50, 30_000],
  ['gift', gift(999), 'gift-small', 50, 30_000],
  ['gift', gift(1_000), 'gift-large', 50, 30_000],
  ['gift', gift(9_999), 'gift-large', 50, 30_000],
  ['gift', gift(10_000), 'gift-huge', 80, 30_000],
  ['follow', {}, 'follow-thanks', 50, 15_000],
  ['like', { count: 12 }, 'like-thanks', 20, 8_000],
  ['enter', {}, 'welcome-everyone', 20, 8_000],
  [
    'enter',
    { user: { open_id: 'u', nickname: '船长', guard_level: 3 } },
    'welcome-guard',
    30,
    8_000,
  ],
  ['share', {}, 'share-thanks', 50, 15_000],
  ['guard', { ...gift(19_800) }, 'guard-thanks', 80, 30_000],
  ['super_chat', { ...gift(3_000), text: '加油' }, 'super-chat-thanks', 80, 30_000],
] as const)('%s %o is answered by %s', (kind, over, node_id, priority, ttl_ms) => {
  const room = roomOf(defaultRuleSet())
  const [decision, ...others] = room.decide(live(kind, over))
  expect(decision).toMatchObject({ outcome: 'FIRED', node_id, priority, ttl_ms })
  expect(decision?.text).not.toMatch(/[{}[\]|]|undefined/)
  expect(others).toEqual([])
})

test('the beginning of a run is answered', () => {
  const vars = { 'sys.room_name': '星光直播间' }
  const start = { key: 'room.start', id: 'start:run-1', at: 0, vars }
  const [decision] = roomOf(defaultRuleSet()).decide(start)
  expect(decision).toMatchObject({ node_id: 'opening-line', priority: 30, ttl_ms: 15_000 })
  expect(decision?.text).toContain('星光直播间')
})

test('ordinary talk is left alone', () => {
  expect(roomOf(defaultRuleSet()).outcomes(live('danmu', { text: '今天吃什么' }))).toEqual(['COND'])
})

test('a crowd that enters is welcomed now and then, each time in other words', () => {
  const room = roomOf(defaultRuleSet())
  const lines = Array.from({ length: 120 }, (_, second) => {
    const user = { open_id: `u${second}`, nickname: '小明' }
    return room.texts(live('enter', { user }), second * 1_000)[0]
  }).filter((line) => line !== undefined)
  expect(lines).toHaveLength(8)
  for (let index = 1; index < lines.length; index++) expect(lines[index]).not.toBe(lines[index - 1])
})

test('a run of small gifts is thanked for once, then for all of it', () => {
  const room = roomOf(defaultRuleSet())
  expect(room.outcomes(live('gift', gift(30)), 0)).toEqual(['FIRED'])
  for (let second = 1; second < 10; second++) {
    expect(room.outcomes(live('gift', gift(30)), second * 1_000)).toEqual(['COOLDOWN'])
  }
  const [pot] = room.state.pots.toJSON()
  expect(pot?.event.vars).toMatchObject({ 'ev.gift.count': 27, 'ev.gift.value': 270 })
  expect(room.wait(10_000)).toMatchObject([{ outcome: 'FIRED', node_id: 'gift-small' }])
  expect(room.state.pots.toJSON()).toEqual([])
})

test('free gifts are thanked as free ones, and counted once', () => {
  const room = roomOf(defaultRuleSet())
  expect(room.outcomes(live('gift', gift(0)), 0)).toEqual(['FIRED'])
  for (const second of [3, 6, 14]) {
    expect(room.outcomes(live('gift', gift(0)), second * 1_000)).toEqual(['COOLDOWN'])
  }
  const [decision] = room.decide(live('gift', gift(0)), 20_000)
  expect(decision).toMatchObject({ outcome: 'FIRED', node_id: 'gift-free' })
  expect(room.wait(1_000_000)).toEqual([])
})

test('a viewer whose name cannot be spoken is thanked all the same', () => {
  const room = roomOf(defaultRuleSet())
  const user = { open_id: 'u', nickname: 'www.buy-followers.com' }
  expect(room.texts(live('follow', { user }))[0]).toContain('这位朋友')
})

test('no line takes long to listen to', () => {
  const room = roomOf(defaultRuleSet())
  const user = { open_id: 'u', nickname: '一个名字特别特别长的观众' }
  const text = '主播你好'
  for (const kind of [
    'danmu',
    'gift',
    'follow',
    'like',
    'enter',
    'share',
    'guard',
    'super_chat',
  ] as const) {
    const heard = new Set<string | undefined>()
    for (let hour = 0; hour < 40; hour++) {
      const event = live(kind, { user, text, count: 3, ...gift(100) })
      heard.add(room.texts(event, hour * 3_600_000)[0])
    }
    expect(heard.size, kind).toBeGreaterThan(2)
    for (const line of heard) expect(line?.length).toBeLessThan(45)
  }
})
