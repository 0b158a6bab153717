import { expect, test } from 'vitest'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { pressed, pulled } from './plan.drag.ts'
import { firing, listOf, plan } from './plan.fixture.ts'
import { crowdIn } from './plan.voices.ts'
import { clashIn, NO_SHIFT, shifted, withMoved } from './plan.move.ts'

/** Monday 2 March 2026, 20:00 in Shanghai, and that day. */
const EVENING = Date.UTC(2026, 2, 2, 12)
const MONDAY = Date.UTC(2026, 2, 2)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const by = (begin: number, end: number, days = 0) => ({ begin, end, days })
const times = ({ start, stop }: PlanRow) => [start, stop.at]

test('moved and stretched in steps, over midnight too, and never to nothing', () => {
  expect(times(shifted(plan('a'), by(15, 15), MONDAY))).toEqual(['20:15', '22:15'])
  expect(times(shifted(plan('a'), by(0, 180), MONDAY))).toEqual(['20:00', '01:00'])
  expect(times(shifted(plan('a'), by(0, -180), MONDAY))).toEqual(['20:00', '20:15'])
})

test('past midnight its days are others', () => {
  const weekly = plan('a', { weekdays: [1, 7] })
  const later = shifted(weekly, by(270, 270), MONDAY)
  expect([...times(later), later.weekdays]).toEqual(['00:30', '02:30', [1, 2]])
  const earlier = shifted(plan('a', { start: '00:15' }), by(-30, -30), MONDAY)
  expect([earlier.start, earlier.weekdays]).toEqual(['23:45', [7]])
  const dated = plan('a', { weekdays: [], date: '2026-02-28' })
  expect(shifted(dated, by(270, 270), MONDAY).date).toBe('2026-03-01')
})

test('by days only the one that is held goes elsewhere', () => {
  expect(shifted(plan('a', { weekdays: [1, 3] }), by(0, 0, 1), MONDAY).weekdays).toEqual([2, 3])
  expect(shifted(plan('a', { weekdays: [1, 3] }), by(0, 0, 2), MONDAY).weekdays).toEqual([3])
  const dated = plan('a', { weekdays: [], date: '2028-02-28' })
  expect(shifted(dated, by(0, 0, 1), Date.UTC(2028, 1, 28)).date).toBe('2028-02-29')
})

test('a conflict is said before it is saved: of the room and of its PC, not of demonstrations that share one', () => {
  const now = EVENING - DAY_MS
  const at = { ...plan('b').stop, at: '23:00' }
  const other = plan('晚间场', { room_code: 'QQQQQQQQ', start: '22:00', stop: at })
  expect(clashIn(listOf([plan('a'), other]), plan('a'), now)).toBeUndefined()
  const moved = shifted(plan('a'), by(15, 15), MONDAY)
  const said = '与「晚间场」周一22:00–23:00冲突：同一PC'
  expect(clashIn(listOf([plan('a'), other]), moved, now)?.zh).toBe(said)
  const own = { ...other, room_code: moved.room_code }
  expect(clashIn(listOf([own]), moved, now)?.zh).toContain('同一直播间')
  expect(clashIn(listOf([other]), { ...moved, is_demo: 1 }, now)).toBeUndefined()
  expect(clashIn(listOf([other]), { ...moved, enabled: 0 }, now)).toBeUndefined()
})

test('it shows where it was dropped before the server has answered; what is over stays', () => {
  const over = { ...firing('a', EVENING - 7 * DAY_MS, 2), outcome: 'started' as const }
  const [held, next] = [firing('a', EVENING, 2), firing('a', EVENING + 2 * DAY_MS, 2)]
  const list = listOf([plan('a'), plan('b')], [over, held, next, firing('b', EVENING, 1)])
  const moved = shifted(plan('a'), by(15, 30, 1), MONDAY)
  const shown = withMoved(list, moved, held, by(15, 30, 1))
  expect(shown.firings.map(({ due_at }) => (due_at - EVENING) / HOUR_MS)).toEqual([
    -168, 24.25, 48.25, 0,
  ])
  expect(shown.firings[1]?.end_at).toBe(EVENING + DAY_MS + 2.5 * HOUR_MS)
  expect(shown.list[0]?.start).toBe('20:15')
})

test('where voices are short is said before it is saved: only of hours in which it did not speak before', () => {
  const [held, other] = [firing('a', EVENING, 2), firing('b', EVENING + 2 * HOUR_MS, 1)]
  const full = { hour: EVENING + 2 * HOUR_MS, rooms: 1, ports: 1 }
  const own = [0, 1].map((hours) => ({ hour: EVENING + hours * HOUR_MS, rooms: 1, ports: 1 }))
  const room_code = 'QQQQQQQQ'
  const theirs = { ...other, room_code }
  const list = {
    ...listOf([plan('a'), plan('b', { room_code })], [held, theirs]),
    voice: [...own, full],
  }
  const moved = (minutes: number) => withMoved(list, plan('a'), held, by(minutes, minutes))
  expect(crowdIn(list, moved(15), held.room_code)?.zh).toBe(
    '周一22:00起2间同时要说话，语音端口只有1个',
  )
  expect(crowdIn(list, moved(-60), held.room_code)).toBeUndefined()
  const again = { ...list, firings: [held, theirs, firing('a', EVENING - HOUR_MS / 2, 0.5)] }
  expect(
    crowdIn(again, withMoved(again, plan('a'), held, by(15, 15)), held.room_code)?.zh,
  ).toContain('22:00')
  expect(crowdIn(list, list, held.room_code)).toBeUndefined()
})

const size = { width: 100, height: 960 }

test('a pull is a number of quarters of an hour, and of days within the week', () => {
  const down = { axis: 'down', ...size, isEnd: false, day: 0 } as const
  expect(pulled({ ...down, x: 4, y: 21 })).toEqual(by(30, 30))
  expect(pulled({ ...down, x: 160, y: 4 })).toEqual(by(0, 0, 2))
  expect(pulled({ ...down, x: -160, y: 0 })).toEqual(by(0, 0, -0))
  expect(pulled({ ...down, x: 160, y: 21, isEnd: true })).toEqual(by(0, 30))
  const along = { ...down, axis: 'along' } as const
  expect(pulled({ ...along, x: 23, y: 80 })).toEqual(by(30, 30))
  expect(pulled({ ...along, x: 1_080 - 23, y: 0 })).toEqual(by(-30, -30, 1))
})

test('arrows add up', () => {
  const once = pressed('down', 'ArrowDown', false, NO_SHIFT)
  expect(once && pressed('down', 'ArrowDown', false, once)).toEqual(by(30, 30))
  expect(pressed('down', 'ArrowRight', false, NO_SHIFT)).toEqual(by(0, 0, 1))
  expect(pressed('down', 'ArrowUp', true, NO_SHIFT)).toEqual(by(0, -15))
  expect(pressed('along', 'ArrowRight', false, NO_SHIFT)).toEqual(by(15, 15))
  expect(pressed('along', 'ArrowRight', true, by(15, 15))).toEqual(by(15, 30))
  expect(pressed('along', 'ArrowDown', true, NO_SHIFT)).toBeUndefined()
  expect(pressed('down', 'a', false, NO_SHIFT)).toBeUndefined()
})
