import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LotteryItem } from '@kaibo/contract/agent/lottery-item.schema.ts'
import { winnersOf } from '@kaibo/contract/live/lottery.rules.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'

let server: TestServer
let operator: Login
let air: OnAir

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  air = await buildOnAir(server.platform)
})
afterAll(() => server.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
let seq = 0

async function spool(...items: LotteryItem[]) {
  const first_seq = seq + 1
  seq += items.length
  return server.app.ingest.storeSpool(air.pc.id, 'spool-1', first_seq, items)
}

const seedOf = (number: number) => sha256(`seed ${number}`)
const opened = (number: number, more: Partial<LotteryItem> = {}): LotteryItem => ({
  type: 'lottery',
  room_code: air.room.room_code,
  run_id: air.run.run_id,
  at: server.clock.now(),
  number,
  prize: '玫瑰',
  condition: 'none',
  word: '',
  winners: 2,
  opened_at: server.clock.now(),
  closes_at: server.clock.now() + 60_000,
  seed_hash: sha256(seedOf(number)),
  seed: null,
  entrants: [],
  won: [],
  ...more,
})
function drawn(number: number, more: Partial<LotteryItem> = {}): LotteryItem {
  const ids = ['u1', 'u2', 'u3', 'u4']
  const seed = seedOf(number)
  return opened(number, {
    seed,
    entrants: ids.map((open_id) => ({ open_id, nickname: `观众${open_id}` })),
    won: winnersOf({ seed, entrants: ids, winners: 2 }, sha256),
    ...more,
  })
}
const draws = async () =>
  (await server.call(roomApi.draws, { room_code: air.room.room_code }, operator)).data
const moments = async () => {
  const query = { room_code: air.room.room_code, page_size: 100 }
  const { list } = (await server.call(roomApi.consoleLogs, query, operator)).data
  return list.flatMap(({ text }) => (text.includes('福袋') ? [text] : []))
}

test('a draw is stored when it is opened and when it is drawn, once however often it comes, and is checked', async () => {
  await spool(opened(1))
  expect((await draws()).list[0]).toMatchObject({ number: 1, seed: null, is_fair: null, won: [] })
  await spool(drawn(1), opened(1), drawn(1))
  const { list, total } = await draws()
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({ seed: seedOf(1), entrants_count: 4, is_fair: true })
  expect(list[0]?.won).toHaveLength(2)
  const { draw_id = '' } = list[0] ?? {}
  const whole = await server.call(roomApi.draw, { draw_id }, operator)
  expect(whole.data.entrants.map(({ open_id }) => open_id)).toEqual(['u1', 'u2', 'u3', 'u4'])
  expect(await moments()).toHaveLength(2)
  expect((await moments())[0]).toMatch(/^第1轮福袋开奖：4人参与，2人中奖：观众u\d、观众u\d$/)
})

test('what was promised cannot be drawn by another seed, and a winner who did not win is seen', async () => {
  await spool(opened(2), drawn(2, { seed: seedOf(99), seed_hash: sha256(seedOf(99)) }))
  expect((await draws()).list.find(({ number }) => number === 2)).toMatchObject({ seed: null })
  await spool(drawn(3, { won: ['u9', 'u8'] }))
  expect((await draws()).list.find(({ number }) => number === 3)).toMatchObject({ is_fair: false })
})

test('of a backlog the end may come alone', async () => {
  await spool(drawn(4))
  expect((await draws()).list.find(({ number }) => number === 4)).toMatchObject({ is_fair: true })
})
