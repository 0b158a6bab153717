import { expect, test } from 'vitest'
import { IsOrNot, LiveStatus, SortDir } from '@kaibo/contract/facts/enums.ts'
import { RoomNeed } from '@kaibo/contract/room/room.enums.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { hears } from '#kit/sound/sound.ts'
import { narrowed, needsOf, ofNeed, sorted, sumsOf, WALL_SORTS } from './room.wall.ts'
import { afterNews } from './room.wall.queries.ts'

const room = (name: string, more: Partial<WallRoom> = {}): WallRoom => ({
  room_code: name.padEnd(8, '2'),
  name,
  account: { nickname: `${name}号`, platform: 'douyin' },
  pc: { name: 'PC', presence: 'online' },
  mode: 1,
  state: 'idle',
  state_since: 0,
  muted: false,
  confirmed: true,
  thumb: null,
  run: null,
  sentence: null,
  attention: null,
  next_plan_at: null,
  version: 1,
  today_fen: 0,
  week_ago_fen: 0,
  ...more,
})
const onAir = (name: string, gift_fen: number, more: Partial<WallRoom> = {}) =>
  room(name, {
    state: 'living',
    run: {
      started_at: 0,
      mode: 1,
      gift_fen,
      viewers: 7,
      per_minute: [100, 100, 100, 100, 100, 9_999],
    },
    ...more,
  })
const needs = (rank: number) => ({
  attention: { rank, reason: '离线', reason_en: null, act: 'check' as const, grave: false },
})
const names = (rooms: readonly WallRoom[]) => rooms.map(({ name }) => name)

test('先是要人处理的，最急的在前；再是在播的按收入，启动中的，其余按名称', () => {
  const rooms = [
    room('c'),
    room('b', { state: 'ended' }),
    room('启动', { state: 'starting' }),
    onAir('少', 100),
    onAir('多', 900),
    onAir('缓', 5, needs(4)),
    onAir('急', 1, needs(1)),
    room('败', { state: 'failed', ...needs(2) }),
  ]
  expect(names(sorted(rooms))).toEqual(['急', '败', '缓', '多', '少', '启动', 'b', 'c'])
})

test('一样急的，收入多的在前；各为什么要人处理，可以数，可以只看一种', () => {
  const rooms = [
    onAir('少', 100, needs(RoomNeed.pc_offline)),
    onAir('多', 900, needs(RoomNeed.pc_offline)),
    onAir('哑', 5_000, needs(RoomNeed.silent)),
    onAir('好', 9_000),
  ]
  expect(names(sorted(rooms))).toEqual(['多', '少', '哑', '好'])
  expect(needsOf(rooms)).toEqual([
    { need: RoomNeed.pc_offline, count: 2 },
    { need: RoomNeed.silent, count: 1 },
  ])
  expect(names(ofNeed(rooms, RoomNeed.silent))).toEqual(['哑'])
})

test('也可按名称、收入、每分钟、今日流水和观众排；不在播的没有本场', () => {
  const rooms = [
    onAir('甲', 100, { today_fen: 1 }),
    room('乙', {
      today_fen: 50,
      run: { started_at: 0, mode: 1, gift_fen: 999, viewers: 99, per_minute: [] },
    }),
    onAir('丙', 300),
  ]
  expect(names(sorted(rooms, WALL_SORTS.gift_fen))).toEqual(['丙', '甲', '乙'])
  expect(names(sorted(rooms, WALL_SORTS.today_fen))).toEqual(['乙', '甲', '丙'])
  expect(names(sorted(rooms, WALL_SORTS.viewers)).at(-1)).toBe('乙')
  expect(names(sorted(rooms, WALL_SORTS.gift_fen, SortDir.ascend))).toEqual(['乙', '甲', '丙'])
  expect(names(sorted(rooms, WALL_SORTS.name)), '按拼音').toEqual(['丙', '甲', '乙'])
})

test('名称里的数字按大小排', () => {
  const rooms = ['间 10', '间 9', '阿狸', '间 100'].map((name) => room(name))
  expect(names(sorted(rooms))).toEqual(['阿狸', '间 9', '间 10', '间 100'])
})

test('按名称、编号、账号里的字和各项筛选', () => {
  const rooms = [
    onAir('阿狸', 1, needs(1)),
    room('Mia', { account: { nickname: '手工', platform: 'huya' }, pc: null }),
  ]
  expect(names(narrowed(rooms, ' mIa ', {}))).toEqual(['Mia'])
  expect(names(narrowed(rooms, '手工', {}))).toEqual(['Mia'])
  expect(names(narrowed(rooms, '阿狸22', {}))).toEqual(['阿狸'])
  expect(narrowed(rooms, '阿狸22阿', {}), '一个词不跨两处').toEqual([])
  expect(names(narrowed(rooms, '', { status: LiveStatus.doing }))).toEqual(['阿狸'])
  expect(names(narrowed(rooms, '', { platform: 'huya' }))).toEqual(['Mia'])
  expect(names(narrowed(rooms, '', { presence: 'online' }))).toEqual(['阿狸'])
  expect(names(narrowed(rooms, '', { attention: IsOrNot.is }))).toEqual(['阿狸'])
  expect(names(narrowed(rooms, '', { attention: IsOrNot.not }))).toEqual(['Mia'])
})

test('合计只算给出的；每分钟只算在播的', () => {
  const rooms = [
    onAir('甲', 100, { today_fen: 10, week_ago_fen: 4, ...needs(1) }),
    room('乙', { state: 'preflight', today_fen: 5 }),
  ]
  expect(sumsOf(rooms)).toEqual({
    all: 2,
    on_air: 1,
    starting: 1,
    attention: 1,
    today_fen: 15,
    week_ago_fen: 4,
    per_minute: 100,
  })
})

test('听到的消息并进墙里：变的换掉，新的加上，没了的去掉，其余原样', () => {
  const [a, b, c] = [room('a'), room('b'), room('c')]
  const now = { ...b, today_fen: 9 }
  const added = room('d')
  const after = afterNews(
    { list: [a, b, c], total: 3 },
    new Map([
      [b.room_code, now],
      [c.room_code, undefined],
      [added.room_code, added],
      ['GONE2222', undefined],
    ]),
  )
  expect(after).toEqual({ list: [a, now, added], total: 3 })
  expect(after.list[0]).toBe(a)
})

test('关键词和别处的搜索一样：空格分开的都要有，不管间隔号、全半角；拼音等读音表到了也算；也找PC', () => {
  const rooms = [room('阿狸·夜读'), room('ROOM２', { pc: { name: '机房甲', presence: 'online' } })]
  const found = (keyword: string, heard = hears) => names(narrowed(rooms, keyword, {}, heard))
  for (const keyword of ['狸夜', '夜读 阿狸', 'alyd', 'yedu'])
    expect(found(keyword)).toEqual(['阿狸·夜读'])
  for (const keyword of ['oom2', '机房', 'jfj']) expect(found(keyword)).toEqual(['ROOM２'])
  expect(found('')).toHaveLength(2)
  expect(found('夜阿')).toEqual([])
  expect(names(narrowed(rooms, 'alyd', {}))).toEqual([])
})
