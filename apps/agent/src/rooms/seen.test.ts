import { expect, test } from 'vitest'
import { eventOf, giftOf } from './event.fixture.ts'
import { Seen } from './seen.ts'

test('an event is new once within ten minutes', () => {
  const seen = new Seen()
  expect(seen.meet(eventOf({ event_id: 'a' }), 0)).toBe('new')
  expect(seen.meet(eventOf({ event_id: 'a' }), 599_999)).toBe('known')
  expect(seen.meet(eventOf({ event_id: 'a' }), 600_000)).toBe('new')
})

test('the same id of another source is another event', () => {
  const seen = new Seen()
  seen.meet(eventOf({ source: 'bilibili' }), 0)
  expect(seen.meet(eventOf({ source: 'douyin' }), 0)).toBe('new')
})

test('its memory is bounded, and the oldest are forgotten first', () => {
  const seen = new Seen()
  for (let i = 0; i < 22_100; i++) seen.meet(eventOf({ event_id: `e${i}` }), i)
  expect(seen.meet(eventOf({ event_id: 'e0' }), 22_100)).toBe('new')
  expect(seen.meet(eventOf({ event_id: 'e20000' }), 22_100)).toBe('known')
})

test('the newest survive a restart, as old as they are', () => {
  const seen = new Seen()
  seen.meet(eventOf({ event_id: 'a' }), 5)
  seen.meet(eventOf({ event_id: 'b' }), 400_005)
  // The next process begins at 0 when the wall clock stands at 1,500,005
  const stored: unknown = JSON.parse(JSON.stringify(seen.stored(1_000_000)))
  const again = Seen.from(stored, 1_500_005)
  expect(again.meet(eventOf({ event_id: 'b' }), 0)).toBe('known')
  expect(again.meet(eventOf({ event_id: 'a' }), 100_000)).toBe('new')
  expect(Seen.from('damaged', 0).meet(eventOf({ event_id: 'a' }), 6)).toBe('new')
})

test('another gift of the same id is no repetition, nor is a gift after a message of its id', () => {
  const seen = new Seen()
  expect(seen.meet(giftOf(100), 0)).toBe('new')
  expect(seen.meet(giftOf(100), 1)).toBe('known')
  expect(seen.meet(giftOf(200), 2)).toBe('other')
  expect(seen.meet(giftOf(200), 3)).toBe('known')
  expect(seen.meet(giftOf(100, { kind: 'guard' }), 4)).toBe('other')
  expect(seen.meet(eventOf(), 5)).toBe('known')

  expect(seen.meet(eventOf({ event_id: 'm' }), 6)).toBe('new')
  expect(seen.meet(giftOf(100, { event_id: 'm' }), 7)).toBe('other')
})
