import { expect, test } from 'vitest'
import { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { pastRuns } from './demo.history.ts'
import { DEMO_ROOMS } from './demo.seed.ts'

const NOW = Date.parse('2026-03-02T00:05:00+08:00')
const itemsOf = (room: (typeof DEMO_ROOMS)[number], now = NOW) =>
  pastRuns(room, now).flatMap((run) => run.items({ run_id: run.day, room_code: 'ABCDEFGH' }))

test.each(DEMO_ROOMS)('the last week of $name is the same each time', (room) => {
  expect(itemsOf(room)).toEqual(itemsOf(room))
  expect(pastRuns(room, NOW + 60_000).map((run) => run.started_at)).toEqual(
    pastRuns(room, NOW).map((run) => run.started_at),
  )
})

test.each(DEMO_ROOMS)(
  'the evenings of $name are over, on their own days, one after another',
  (room) => {
    const runs = pastRuns(room, NOW)
    expect(runs.length).toBeGreaterThanOrEqual(4)
    expect(runs.length).toBeLessThanOrEqual(7)
    let before = NOW - 8 * 86_400_000
    for (const { day, started_at, ended_at } of runs) {
      expect(started_at).toBeGreaterThan(before)
      expect(ended_at).toBeGreaterThan(started_at + 60 * 60_000 - 1)
      expect(ended_at).toBeLessThan(NOW)
      expect(dayOf(started_at)).toBe(day)
      before = ended_at
    }
  },
)

test.each(DEMO_ROOMS)('the made-up events of $name are valid events of a PC', (room) => {
  const items = itemsOf(room)
  expect(items.filter((item) => !SpoolItem.safeParse(item).success)).toEqual([])
  const events = items.flatMap((item) => (item.type === 'event' ? [item.event] : []))
  expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length)
  for (const kind of ['enter', 'danmu', 'like', 'follow', 'gift']) {
    expect(
      events.some((event) => event.kind === kind),
      kind,
    ).toBe(true)
  }
  const gifts = events.flatMap((event) => event.gift ?? [])
  expect(gifts.every((gift) => gift.fen === gift.raw_value * 10 && gift.fen > 0)).toBe(true)
})

test.each(DEMO_ROOMS)('each gift of $name is thanked for, by name and after it came', (room) => {
  const items = itemsOf(room)
  const thanks = new Map(
    items.flatMap((item) => (item.type === 'speech' ? [[item.event_id, item] as const] : [])),
  )
  const gifts = items.flatMap((item) =>
    item.type === 'event' && item.event.gift ? [item.event] : [],
  )
  expect(thanks.size).toBe(gifts.length)
  for (const { event_id, at, user } of gifts) {
    const said = thanks.get(event_id)
    expect(said?.at).toBeGreaterThan(at)
    expect(said?.text).toContain(user?.nickname)
  }
})

test('every name that is shown alone says that it is a demonstration', () => {
  for (const { name, account } of DEMO_ROOMS) {
    expect(name).toContain('演示')
    expect(account.nickname).toContain('演示')
    expect(Math.max(name.length, account.nickname.length)).toBeLessThanOrEqual(40)
  }
  expect(new Set(DEMO_ROOMS.map((room) => room.account.platform)).size).toBe(DEMO_ROOMS.length)
})
