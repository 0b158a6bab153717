import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { LotteryItem } from '@kaibo/contract/agent/lottery-item.schema.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { isFair } from '@kaibo/contract/live/lottery.rules.ts'
import type { Lottery } from '@kaibo/contract/live/lottery.schema.ts'
import { desiredRoom } from './desired.fixture.ts'
import { eventOf } from './event.fixture.ts'
import { Stage } from './stage.fixture.ts'

const MINUTE = 60_000
const LOTTERY: Lottery = {
  enabled: 1,
  every_min: 10,
  seconds: 60,
  winners: 2,
  prize: '玫瑰',
  condition: 'none',
  word: '',
}

let stage: Stage
beforeEach(async () => {
  stage = await Stage.open()
})

const drawing = (more: Partial<Lottery> = {}, order = {}, config = {}) =>
  desiredRoom(order, { lottery: { ...LOTTERY, ...more }, ...config })
const items = (): LotteryItem[] =>
  stage.spooled.flatMap((item) => (item.type === 'lottery' ? [item] : []))
let events = 0
const somebody = (open_id: string, more = {}) =>
  stage.happen(
    eventOf({
      event_id: `e${++events}`,
      at: stage.clock.now(),
      user: { open_id, nickname: `观众${open_id}` },
      ...more,
    }),
  )
const said = () =>
  stage.spooled.flatMap((item) =>
    item.type === 'speech' && item.state === 'queued' && item.text.includes('福袋')
      ? [item.text]
      : [],
  )
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Until the draw is on the disk and told. */
const opened = async (count = 1) => {
  await expect.poll(() => items().filter(({ seed }) => seed === null).length).toBe(count)
}

const ended = () => items().filter(({ seed }) => seed !== null)
/** Until so many are drawn; answers the last one. */
const drawn = async (count = 1) => {
  await expect.poll(() => ended().length).toBe(count)
  return ended().at(-1)
}

test('it opens by the clock, tells the hash, collects viewers once, and draws them by the seed', async () => {
  await stage.run(drawing())
  await stage.time.advance(10 * MINUTE - 2_000)
  expect(items()).toEqual([])
  await stage.time.advance(2_000)
  await opened()
  const [open] = items()
  expect(open).toMatchObject({ number: 1, seed: null, entrants: [], prize: '玫瑰', winners: 2 })
  expect(said()[0]).toContain(open?.seed_hash.slice(0, 6).toUpperCase())
  for (const id of ['a', 'b', 'a', 'c']) somebody(id)
  somebody('ai', { is_ai: true })
  somebody('test', { is_test: true })
  somebody('like', { kind: 'like', count: 3, text: undefined })
  await stage.time.advance(61_000)
  const end = await drawn()
  expect(end?.entrants.map(({ open_id }) => open_id)).toEqual(['a', 'b', 'c', 'like'])
  expect(end?.won).toHaveLength(2)
  const { seed = '', won = [] } = end ?? {}
  const entrants = end?.entrants.map(({ open_id }) => open_id) ?? []
  const told = { seed_hash: open?.seed_hash ?? '', winners: 2 }
  expect(isFair({ ...told, seed: seed ?? '', entrants, won }, sha256)).toBe(true)
  for (const id of won) expect(said().at(-1)).toContain(`观众${id}`)
  somebody('late')
  await stage.time.advance(9 * MINUTE)
  await opened(2)
  expect(items().at(-1)).toMatchObject({ number: 2 })
})

test.each([
  ['follow', '', { kind: 'follow', text: undefined }, { kind: 'danmu' }],
  ['danmu', '抽我', { text: '快抽 我呀' }, { text: '主播好' }],
] as const)('by %s only who does so takes part', async (condition, word, does, doesNot) => {
  await stage.run(drawing({ condition, word }))
  await stage.time.advance(10 * MINUTE)
  await opened()
  somebody('in', does)
  somebody('out', doesNot)
  await stage.time.advance(61_000)
  const end = await drawn()
  expect(end?.entrants.map(({ open_id }) => open_id)).toEqual(['in'])
})

test('a process that is killed in the middle is followed by one that draws what was promised', async () => {
  await stage.run(drawing())
  await stage.time.advance(10 * MINUTE)
  await opened()
  somebody('a')
  somebody('b')
  await stage.time.advance(1_000)
  const path = join(stage.folder, 'ABCD2345.draws.json')
  await expect.poll(async () => (await readFile(path, 'utf8')).includes('观众b')).toBe(true)
  // The first room is left as it is: its process is gone.
  const [open] = items()
  stage.spooled.length = 0
  await stage.run(drawing())
  expect(items()).toMatchObject([{ number: 1, seed: null, seed_hash: open?.seed_hash }])
  await stage.time.advance(90_000)
  // The first room is left to run as well: both draw
  await drawn(2)
  const ends = ended()
  for (const one of ends) expect(sha256(one.seed ?? '')).toBe(open?.seed_hash)
  expect(ends.at(-1)?.entrants.map(({ open_id }) => open_id)).toEqual(['a', 'b'])
  expect(new Set(ends.map(({ won }) => won.join())).size).toBe(1)
})

test('who came last is on the disk before the winners are told: another process would draw the same', async () => {
  await stage.run(drawing())
  await stage.time.advance(10 * MINUTE)
  await opened()
  await stage.time.advance(59_700)
  somebody('last')
  const path = join(stage.folder, 'ABCD2345.draws.json')
  const kept: string[] = []
  stage.flush = async () => {
    if (items().at(-1)?.seed) kept.push(await readFile(path, 'utf8'))
    return true
  }
  await stage.time.advance(1_300)
  await drawn()
  await expect.poll(() => kept[0]).toContain('观众last')
})

test('where viewers hear nothing it waits; what is open is drawn all the same', async () => {
  const room = await stage.run(drawing({}, { air: 'paused' }))
  await stage.time.advance(12 * MINUTE)
  expect(items()).toEqual([])
  room.direct(drawing())
  await stage.time.advance(1_000)
  await opened()
  room.direct(drawing({}, { air: 'paused' }))
  await stage.time.advance(61_000)
  expect(await drawn()).toMatchObject({ number: 1 })
})

test('muted, switched off, rehearsed or without a run there is none', async () => {
  for (const desired of [
    drawing({}, { muted: true }),
    drawing({ enabled: 0 }),
    drawing({}, {}, { mode: RoomMode.record }),
    desiredRoom(),
  ]) {
    const room = await stage.run(desired)
    await stage.time.advance(20 * MINUTE)
    await room.stop('now')
  }
  expect(items()).toEqual([])
})

test('a run that ends draws what is open; another run begins at one', async () => {
  const room = await stage.run(drawing())
  await stage.time.advance(10 * MINUTE)
  await opened()
  somebody('a')
  await room.stop('now')
  expect(items().at(-1)).toMatchObject({ number: 1, won: ['a'] })
  stage.spooled.length = 0
  await stage.run(drawing({}, { run_id: 'run-2' }))
  await stage.time.advance(10 * MINUTE)
  await opened()
  expect(items()[0]).toMatchObject({ number: 1, run_id: 'run-2' })
})

test('a PC that stops leaves the draw to the next process', async () => {
  const room = await stage.run(drawing())
  await stage.time.advance(10 * MINUTE)
  await opened()
  await room.stop('now', false)
  expect(items().every(({ seed }) => seed === null)).toBe(true)
})

test('on a full disk nothing is promised', async () => {
  stage.flush = async () => false
  await stage.run(drawing())
  await stage.time.advance(12 * MINUTE)
  expect(items()).toEqual([])
  expect(said()).toEqual([])
})
