import { expect, test } from 'vitest'
import { eventOf } from './event.fixture.ts'
import { Seen } from './seen.ts'

test('an event is new once within ten minutes', () => {
  const seen = new Seen()
  expect(seen.isNew(eventOf({ event_id: 'a' }), 0)).toBe(true)
  expect(seen.isNew(eventOf({ event_id: 'a' }), 599_999)).toBe(false)
  expect(seen.isNew(eventOf({ event_id: 'a' }), 600_000)).toBe(true)
})

test('the same id of another source is another event', () => {
  const seen = new Seen()
  seen.isNew(eventOf({ source: 'bilibili' }), 0)
  expect(seen.isNew(eventOf({ source: 'douyin' }), 0)).toBe(true)
})

test('its memory is bounded, and the oldest are forgotten first', () => {
  const seen = new Seen()
  for (let i = 0; i < 20_100; i++) seen.isNew(eventOf({ event_id: `e${i}` }), i)
  expect(seen.isNew(eventOf({ event_id: 'e0' }), 20_100)).toBe(true)
  expect(seen.isNew(eventOf({ event_id: 'e20000' }), 20_100)).toBe(false)
})

test('the newest survive a restart, as old as they are', () => {
  const seen = new Seen()
  seen.isNew(eventOf({ event_id: 'a' }), 5)
  seen.isNew(eventOf({ event_id: 'b' }), 400_005)
  // The next process begins at 0 when the wall clock stands at 1,500,005
  const stored: unknown = JSON.parse(JSON.stringify(seen.stored(1_000_000)))
  const again = Seen.from(stored, 1_500_005)
  expect(again.isNew(eventOf({ event_id: 'b' }), 0)).toBe(false)
  expect(again.isNew(eventOf({ event_id: 'a' }), 100_000)).toBe(true)
  expect(Seen.from('damaged', 0).isNew(eventOf({ event_id: 'a' }), 6)).toBe(true)
})
