import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMessage } from './bilibili-message.ts'

const NOW = 1_700_000_000_000
const P = 'LIVE_OPEN_PLATFORM_'
const read = (cmd: string, data: unknown) => readMessage({ cmd: P + cmd, data }, 'ABCD2345', NOW)
const event = (cmd: string, data: object) => {
  const result = read(cmd, {
    open_id: 'u1',
    uname: '观众',
    timestamp: 1_650_717_875,
    msg_id: 'm1',
    ...data,
  })
  if ('event' in result) return result.event
  throw new Error(JSON.stringify(result))
}

const recording = readFileSync(
  new URL('../../test-data/bilibili-recording.jsonl', import.meta.url),
  'utf8',
)

test('the published sample is worth exactly 229.00 yuan, its repeated line counted once', () => {
  const byId = new Map<string, number>()
  const kinds: string[] = []
  for (const line of recording.trim().split('\n')) {
    const result = readMessage(JSON.parse(line), 'ABCD2345', NOW)
    if (!('event' in result)) throw new Error(`${line}: ${JSON.stringify(result)}`)
    kinds.push(result.event.kind)
    byId.set(result.event.event_id, result.event.gift?.fen ?? 0)
  }
  expect(kinds).toEqual([
    'enter',
    'danmu',
    'gift',
    'gift',
    'gift',
    'like',
    'super_chat',
    'guard',
    'live_end',
  ])
  expect(byId.size).toBe(8)
  expect([...byId.values()].reduce((sum, fen) => sum + fen, 0)).toBe(22_900)
})

test('danmu: who, what, when, and the message itself as evidence', () => {
  const danmu = event('DM', {
    msg: '主播好',
    fans_medal_level: 5,
    guard_level: 3,
    uface: 'https://a/b',
  })
  expect(danmu).toMatchObject({
    source: 'bilibili',
    event_id: 'm1',
    room_code: 'ABCD2345',
    kind: 'danmu',
    at: 1_650_717_875_000,
    text: '主播好',
    user: { open_id: 'u1', nickname: '观众', avatar: 'https://a/b', fan_level: 5, guard_level: 3 },
    is_test: false,
    is_ai: false,
    raw: { cmd: 'LIVE_OPEN_PLATFORM_DM', data: { msg: '主播好' } },
  })
})

test('a medal that is not worn is not shown', () => {
  expect(
    event('DM', { fans_medal_level: 21, fans_medal_wearing_status: false }).user?.fan_level,
  ).toBeUndefined()
})

test.each([
  ['a paid gift', { gift_num: 10, price: 100, r_price: 100, paid: true }, 100, true],
  ['without r_price', { gift_num: 10, price: 100, paid: true }, 100, true],
  [
    'a discount or blind box: what was really paid',
    { gift_num: 2, price: 5_000, r_price: 1_000, paid: true },
    200,
    true,
  ],
  [
    'free, though it has a price in silver',
    { gift_num: 5, price: 100, r_price: 100, paid: false },
    0,
    false,
  ],
  ['free by a number', { gift_num: 5, price: 100, paid: 0 }, 0, false],
  ['numbers as text', { gift_num: '10', price: '100', r_price: '100', paid: 'true' }, 100, true],
  ['no number: one', { price: 52_000, paid: true }, 5_200, true],
  ['half a fen is rounded once, over all', { gift_num: 3, price: 5, paid: true }, 2, true],
  ['nothing but that it was paid', { paid: true }, 0, false],
])('gift: %s', (_name, data, fen, paid) => {
  expect(event('SEND_GIFT', { gift_id: 1, gift_name: '小花花', ...data }).gift).toMatchObject({
    fen,
    paid,
  })
})

test('each message of a combo counts its own number', () => {
  const combo = { combo_id: 'c1', combo_base_num: 10, combo_count: 3, combo_timeout: 5 }
  const { gift } = event('SEND_GIFT', {
    gift_id: 1,
    gift_num: 10,
    price: 100,
    paid: true,
    combo_info: combo,
  })
  expect(gift).toMatchObject({
    count: 10,
    fen: 100,
    combo_id: 'c1',
    raw_unit: '金瓜子',
    raw_value: 1_000,
  })
})

test.each([
  ['one month', { price: 198_000, guard_num: 1, guard_unit: '月' }, 1, 19_800],
  [
    'three months: the price is of one',
    { price: 198_000, guard_num: 3, guard_unit: '月' },
    3,
    59_400,
  ],
  [
    'another unit is the whole purchase',
    { price: 30_000, guard_num: 3, guard_unit: '*3天' },
    1,
    3_000,
  ],
])('guard: %s', (_name, data, count, fen) => {
  const user_info = { open_id: 'u9', uname: '观众丁', uface: '' }
  const guard = event('GUARD', {
    open_id: undefined,
    uname: undefined,
    user_info,
    guard_level: 3,
    ...data,
  })
  expect(guard).toMatchObject({
    kind: 'guard',
    user: { open_id: 'u9', nickname: '观众丁', guard_level: 3 },
    gift: { id: 'guard-3', name: '舰长', count, fen, paid: true },
  })
})

test('super chat: yuan, and its own id where msg_id is missing', () => {
  const chat = event('SUPER_CHAT', {
    msg_id: undefined,
    message_id: 3_992_851,
    message: '你好',
    rmb: 30,
  })
  expect(chat).toMatchObject({
    kind: 'super_chat',
    event_id: '3992851',
    text: '你好',
    gift: { fen: 3_000 },
  })
})

test('likes, entries, start and end', () => {
  expect(event('LIKE', { like_count: 3 })).toMatchObject({ kind: 'like', count: 3 })
  expect(event('LIKE', { like_count: 9e15 }).count).toBe(10_000_000)
  expect(event('LIVE_ROOM_ENTER', {}).kind).toBe('enter')
  expect(event('LIVE_START', {}).kind).toBe('live_start')
  expect(event('LIVE_END', {}).kind).toBe('live_end')
})

const idOfEnter = (uname: string) => event('LIVE_ROOM_ENTER', { msg_id: undefined, uname }).event_id

test('a message without an id always gets the same one, and another message another', () => {
  expect(idOfEnter('甲')).toBe(idOfEnter('甲'))
  expect(idOfEnter('甲')).not.toBe(idOfEnter('乙'))
})

test('ids too long to store are replaced by their hash', () => {
  expect(event('DM', { msg_id: 'x'.repeat(300) }).event_id).toMatch(/^h-[0-9a-f]{32}$/)
})

test('missing fields cost nothing that is there', () => {
  const bare = read('DM', {})
  expect(bare).toMatchObject({
    event: { kind: 'danmu', at: NOW, text: '', user: { open_id: 'name:', nickname: '' } },
  })
  expect(event('DM', { open_id: '', uid: 123 }).user?.open_id).toBe('123')
  expect(event('DM', { open_id: '', uid: 0 }).user?.open_id).toBe('name:观众')
})

test('milliseconds where the documents say seconds', () => {
  expect(event('DM', { timestamp: 1_650_717_875_123 }).at).toBe(1_650_717_875_123)
  expect(event('DM', { timestamp: '1650717875' }).at).toBe(1_650_717_875_000)
})

test('a name cut in the middle of an emoji does not cost the gift', () => {
  const gift = event('SEND_GIFT', {
    uname: '甲\uD83D',
    gift_id: 1,
    gift_num: 1,
    price: 100,
    paid: true,
  })
  expect(gift.user?.nickname).toBe('甲\uFFFD')
  expect(gift.gift?.fen).toBe(10)
})

const CUT = '\uD83D'
const NOBODY = { open_id: undefined, uid: 0 }

test.each([
  ['a user known by a cut name', { ...NOBODY, uname: `甲${CUT}` }],
  ['a user known by a name that we cut', { ...NOBODY, uname: `${'x'.repeat(99)}😀` }],
  ['a user known by a name with NUL', { ...NOBODY, uname: 'a\0b' }],
  ['a user with a cut id', { open_id: `u${CUT}` }],
  ['a user with an id that we cut', { open_id: `${'x'.repeat(127)}😀` }],
  ['a gift known by a cut name', { gift_id: undefined, gift_name: `花${CUT}` }],
  ['a gift with a cut id', { gift_id: `1${CUT}` }],
  ['a combo with a cut id', { combo_info: { combo_id: `c${CUT}` } }],
  ['a message with a cut id', { msg_id: `m${CUT}` }],
  ['a time that is none', { timestamp: 1e30 }],
])('%s does not cost the gift', (_name, data) => {
  const gift = { gift_id: 1, gift_name: '花', gift_num: 1, price: 100, paid: true }
  expect(event('SEND_GIFT', { ...gift, ...data }).gift?.fen).toBe(10)
})

test('messages whose ids are alike but for a strange letter stay two', () => {
  const [one, other] = [`m${CUT}`, 'm\0'].map((msg_id) => event('DM', { msg_id }).event_id)
  expect(one).toMatch(/^h-/)
  expect(one).not.toBe(other)
})

test.each([
  ['more pieces than there can be', { gift_num: 5_000_000, price: 1, paid: true }],
  ['more money than there can be', { gift_num: 1, price: 1e12, paid: true }],
  ['no pieces', { gift_num: 0, price: 100, paid: true }],
  ['a negative price', { gift_num: 1, price: -100, paid: true }],
  ['half a piece', { gift_num: 1.5, price: 100, paid: true }],
])('a gift of %s is named, not stored', (_name, data) => {
  expect(read('SEND_GIFT', { open_id: 'u', gift_id: 1, msg_id: 'm', ...data })).toMatchObject({
    skipped: 'bad',
  })
})

test('what is not an event', () => {
  expect(read('SUPER_CHAT_DEL', { message_ids: [1] })).toMatchObject({ skipped: 'withdrawn' })
  expect(read('SOMETHING_NEW', {})).toEqual({ skipped: 'unknown' })
  expect(readMessage({ cmd: 'constructor', data: {} }, 'A', NOW)).toEqual({ skipped: 'unknown' })
  expect(read('constructor', {})).toEqual({ skipped: 'unknown' })
  expect(readMessage([], 'A', NOW)).toMatchObject({ skipped: 'bad' })
  expect(readMessage({ data: {} }, 'A', NOW)).toMatchObject({ skipped: 'bad' })
  expect(read('DM', 'text')).toMatchObject({ skipped: 'bad' })
})

test('evidence too large for the timeline is left out, the event is not', () => {
  expect(event('DM', { msg: '好', extra: 'x'.repeat(20_000) }).raw).toBeUndefined()
})

const nested = (levels: number): unknown =>
  JSON.parse(`${'{"d":'.repeat(levels)}1${'}'.repeat(levels)}`)

test.each([70, 100_000])('evidence nested %i deep is left out, the gift is not', (levels) => {
  const gift = { gift_id: 1, gift_num: 1, price: 100, paid: true, extra: nested(levels) }
  expect(event('SEND_GIFT', gift)).toMatchObject({ event_id: 'm1', gift: { fen: 10 } })
  expect(event('SEND_GIFT', gift).raw).toBeUndefined()
  const idOf = (data: object) =>
    event('SEND_GIFT', { ...gift, msg_id: undefined, ...data }).event_id
  expect(idOf({})).toBe(idOf({}))
  expect(idOf({})).not.toBe(idOf({ gift_num: 2 }))
})
