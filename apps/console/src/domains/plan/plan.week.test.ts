import { expect, test } from 'vitest'
import type { Firing, PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { blocksOf, clashIn, mondayOf, shifted, weekFrom } from './plan.week.ts'

/** Monday 2 March 2026, 20:00 in Shanghai. */
const EVENING = Date.UTC(2026, 2, 2, 12)
const HOUR_MS = 3_600_000

const plan = (id: string, more: Partial<PlanRow> = {}): PlanRow => ({
  id,
  room_code: 'K7M2P9QX',
  name: id,
  zone: 'Asia/Shanghai',
  date: null,
  weekdays: [1],
  start: '20:00',
  stop: { mode: 2, at: '22:00', step_min: 5, cap_min: 30, gift_s: 60 },
  valid_from: null,
  valid_to: null,
  segment_count: 0,
  loop: false,
  late: 'skip',
  enabled: 1,
  is_demo: 0,
  version: 1,
  created_at: 0,
  updated_at: 0,
  updated_by: null,
  ...more,
})
const firing = (plan_id: string, due_at: number, hours: number): Firing => ({
  id: `${plan_id}-${due_at}`,
  plan_id,
  room_code: 'K7M2P9QX',
  due_at,
  end_at: due_at + hours * HOUR_MS,
  status: 0,
  outcome: null,
  run_id: null,
  detail: null,
  detail_en: null,
})
const listOf = (list: PlanRow[], firings: Firing[] = [], pc = 'p1'): PlanList => ({
  list,
  firings,
  rooms: list.map(({ room_code }) => ({ room_code, name: '', pc: { id: pc, name: pc } })),
  voice: [],
  settings: null,
})

test('a week begins on Monday, in business time', () => {
  const monday = mondayOf(EVENING + 6 * 24 * HOUR_MS)
  expect(monday).toBe(Date.UTC(2026, 2, 2))
  expect(weekFrom(monday)).toEqual({
    from: Date.UTC(2026, 2, 1, 16),
    to: Date.UTC(2026, 2, 8, 16),
  })
})

test('what passes midnight is a piece of two days; of what overlaps each has a lane', () => {
  const found = blocksOf(
    listOf(
      [plan('a'), plan('b')],
      [
        firing('a', EVENING, 5),
        firing('b', EVENING + HOUR_MS, 1),
        firing('b', EVENING + 5 * HOUR_MS, 1),
      ],
    ),
    mondayOf(EVENING),
  )
  expect(found.map(({ day, from, to, lane, lanes }) => [day, from, to, lane, lanes])).toEqual([
    [0, 1200, 1440, 0, 2],
    [0, 1260, 1320, 1, 2],
    [1, 0, 60, 0, 1],
    [1, 60, 120, 0, 1],
  ])
})

const times = ({ start, stop }: PlanRow) => [start, stop.at]

test('moved and stretched in steps, over midnight too, and never to nothing', () => {
  expect(times(shifted(plan('a'), 15, 15))).toEqual(['20:15', '22:15'])
  expect(times(shifted(plan('a'), 270, 270))).toEqual(['00:30', '02:30'])
  expect(times(shifted(plan('a'), 0, 180))).toEqual(['20:00', '01:00'])
  expect(times(shifted(plan('a'), 0, -180))).toEqual(['20:00', '20:15'])
})

test('a conflict is known before it is saved: of the room and of its PC, not of demonstrations that share one', () => {
  const now = EVENING - 24 * HOUR_MS
  const other = plan('b', {
    room_code: 'QQQQQQQQ',
    start: '22:00',
    stop: { ...plan('b').stop, at: '23:00' },
  })
  expect(clashIn(listOf([plan('a'), other]), plan('a'), now)).toBeUndefined()
  const moved = shifted(plan('a'), 15, 15)
  expect(clashIn(listOf([plan('a'), other]), moved, now)?.plan.id).toBe('b')
  const demo = { is_demo: 1 } as const
  expect(clashIn(listOf([other]), { ...moved, ...demo }, now)).toBeUndefined()
})
