import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOf, dayStart } from '@kaibo/contract/kernel/day.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { WALL_MOST, type WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { logStatements } from '@kaibo/testkit/statements.ts'

const MINUTE_MS = 60_000
const WEEK = 7 * 24 * 60

let server: TestServer
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  await buildOrg(server.platform, { id: 'guild' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.query.deleteFrom('room').execute()
})

const wall = async (as = operator) => (await server.call(roomApi.wall, {}, as)).data
/** The login of the day before has expired by then. */
async function nextDay(): Promise<void> {
  server.clock.advance(24 * 60 * MINUTE_MS)
  operator = await server.login('operator')
}
const minuteNow = () => Math.floor(server.clock.now() / MINUTE_MS)

const weekAgo = async () => (await wall()).list[0]?.week_ago_fen

async function earned(room_id: string, minutes: Record<number, number>): Promise<void> {
  const rows = Object.entries(minutes).map(([minute, fen]) => ({
    room_id,
    minute: Number(minute),
    fen,
  }))
  await server.db.query.insertInto('room_minute').values(rows).execute()
}

test('has what a tile shows of a room on air, and of one at rest', async () => {
  const { room } = await buildOnAir(server.platform, {
    account: { platform: 'huya', nickname: '夜读号' },
    room: { name: '阿狸夜读', sentence: '谢谢', sentence_at: 5 },
    run: { gift_fen: 1_234, viewers: 9 },
  })
  await buildRoom(server.platform, { name: '午后', sentence: '昨天说的', sentence_at: 5 })
  await earned(room.id, { [minuteNow() - 30]: 1, [minuteNow() - 29]: 2, [minuteNow()]: 3 })
  await server.db.query
    .insertInto('room_day')
    .values({
      room_id: room.id,
      day: dayOf(server.clock.now()),
      org_id: room.org_id,
      fen: 777,
      count: 1,
      event_count: 1,
    })
    .execute()

  const { list, total } = await wall()
  expect(total).toBe(2)
  expect(list[0]).toEqual({
    room_code: room.room_code,
    name: '阿狸夜读',
    account: { nickname: '夜读号', platform: 'huya' },
    pc: { name: expect.any(String), presence: 'offline' },
    mode: 1,
    state: 'living',
    muted: false,
    confirmed: true,
    next_plan_at: null,
    thumb: null,
    state_since: room.state_since,
    run: {
      mode: 1,
      started_at: server.clock.now(),
      gift_fen: 1_234,
      viewers: 9,
      per_minute: [2, ...Array<number>(28).fill(0), 3],
    },
    sentence: { text: '谢谢' },
    attention: {
      rank: 2,
      reason: expect.stringMatching(/离线，直播可能已中断/),
      reason_en: expect.any(String),
      act: 'check',
      grave: false,
    },
    version: 1,
    today_fen: 777,
    week_ago_fen: 0,
  } satisfies WallRoom)
  expect(list[1]).toMatchObject({ name: '午后', run: null, sentence: null, attention: null })
})

test('says what came in a week ago until the same time of day, and counts each minute once', async () => {
  // What came in earlier tests was summed for their day.
  await nextDay()
  const { room } = await buildOnAir(server.platform)
  const dayBegan = dayStart(dayOf(server.clock.now())) / MINUTE_MS - WEEK
  const sameMinute = minuteNow() - WEEK
  await earned(room.id, {
    [dayBegan - 1]: 1,
    [dayBegan]: 10,
    [sameMinute]: 100,
    [sameMinute + 1]: 1_000,
  })
  expect(await weekAgo()).toBe(110)
  const log = logStatements(server.db)
  expect(await weekAgo()).toBe(110)
  expect(
    log.statements.filter((sql) => sql.includes('group by "room_minute"')),
    'summed already',
  ).toEqual([])
  log.stop()
  server.clock.advance(MINUTE_MS)
  const both = await Promise.all([weekAgo(), weekAgo()])
  expect(both).toEqual([1_110, 1_110])
  await nextDay()
  expect(await weekAgo(), 'another day').toBe(0)
})

test('a guild sees its own rooms and no others, a scope of own rows none', async () => {
  await buildRoom(server.platform, { name: '别家' })
  await buildRoom(server.platform, { name: '自家', org_id: 'guild' })
  const guild = await server.login('guild', { org_id: 'guild' })
  expect((await wall(guild)).list.map((room) => room.name)).toEqual(['自家'])
  expect((await wall(guild)).total).toBe(1)
  const studio = await server.login('studio', { extra_actions: ['room.look'] })
  expect(await wall(studio)).toEqual({ list: [], total: 0 })
})

test('of more rooms than fit those that rest are left out, and how many there are is said', async () => {
  const { db } = server.platform
  const { account_id } = await buildRoom(server.platform)
  await db.transaction(async (query) => {
    const platform = { ...server.platform, db: { ...db, query } }
    for (let i = 0; i < WALL_MOST; i++) await buildRoom(platform, { account_id, name: `间${i}` })
    await buildRoom(platform, { account_id, name: '最后', state: 'failed' })
  })
  const { list, total } = await wall()
  expect(list).toHaveLength(WALL_MOST)
  expect(total).toBe(WALL_MOST + 2)
  expect(list[0]?.name).toBe('最后')
})
