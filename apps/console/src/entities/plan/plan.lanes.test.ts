import { expect, test } from 'vitest'
import { firing, listOf, plan } from './plan.fixture.ts'
import { lanesOf, minuteOfWeek } from './plan.lanes.ts'
import { mondayOf } from './plan.week.ts'

/** Monday 2 March 2026, 20:00 in Shanghai. */
const EVENING = Date.UTC(2026, 2, 2, 12)
const HOUR_MS = 3_600_000
const MONDAY = mondayOf(EVENING)

test('rooms stand by their PC, which is needed while any of them is; a cancelled firing is nowhere', () => {
  const list = listOf(
    [plan('a'), plan('b', { room_code: 'QQQQQQQQ' })],
    [
      firing('a', EVENING, 2),
      { ...firing('b', EVENING + HOUR_MS, 2), room_code: 'QQQQQQQQ' },
      { ...firing('a', EVENING + 24 * HOUR_MS, 2), outcome: 'cancelled' },
    ],
  )
  const [alone] = listOf([plan('c', { room_code: 'ZZZZZZZZ' })]).rooms
  if (alone) list.rooms.unshift({ ...alone, pc: null })
  const [pc, none] = lanesOf(list, MONDAY)
  expect(pc?.rooms.map(({ room_code }) => room_code)).toEqual(['K7M2P9QX', 'QQQQQQQQ'])
  expect(pc?.taken).toEqual([[1200, 1380]])
  expect(pc?.rooms[0]?.blocks.map(({ from, to }) => [from, to])).toEqual([[1200, 1320]])
  expect([none?.name, none?.rooms.length]).toEqual([undefined, 1])
})

test('what reaches over the ends of the week is cut there', () => {
  const sunday = EVENING + 6 * 24 * HOUR_MS
  const list = listOf([plan('a')], [firing('a', EVENING - 24 * HOUR_MS, 6), firing('a', sunday, 6)])
  const blocks = lanesOf(list, MONDAY)[0]?.rooms[0]?.blocks
  expect(blocks?.map(({ from, to }) => [from, to])).toEqual([
    [0, 120],
    [minuteOfWeek(sunday, MONDAY), 7 * 1440],
  ])
})
