import { expect, test } from 'vitest'
import { momentAt } from './room.moments.fixture.ts'
import { hold, nothingHeld, type Arrival, type HeldMoments } from './room.moments.ts'

const KEY = 'K7M2P9QX '

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => momentAt(1_000 + from + i))
const page = (from: number, to: number, has_more = true) => ({
  list: span(from, to).toReversed(),
  has_more,
})
const arrived = (from: number, to: number): Arrival => ({
  type: 'arrived',
  key: KEY,
  moments: span(from, to),
})
const newest = (from: number, to: number, has_more = true): Arrival => ({
  type: 'newestLoaded',
  key: KEY,
  page: page(from, to, has_more),
})
const older = (from: number, to: number, has_more = true): Arrival => ({
  type: 'olderLoaded',
  key: KEY,
  before: momentAt(1_000 + to + 1).id,
  page: page(from, to, has_more),
})
const after = (...came: Arrival[]): HeldMoments => came.reduce(hold, nothingHeld(KEY))
/** The first and the last number held, and how many. */
const heldIn = ({ moments }: HeldMoments) => [
  (moments[0]?.at ?? 0) - 1_000,
  (moments.at(-1)?.at ?? 0) - 1_000,
  moments.length,
]

test('the newest page read anew joins what is held: nothing between goes', () => {
  const held = after(newest(101, 200), older(1, 100), arrived(201, 250), newest(151, 250))
  expect(heldIn(held)).toEqual([1, 250, 250])
  expect(held.more).toBe(true)
})

test('a newest page that does not reach what is held begins anew; older ones are asked for from there', () => {
  const held = after(newest(1, 100, false), arrived(301, 310), newest(211, 310))
  expect(heldIn(held)).toEqual([211, 310, 100])
  expect(held.more).toBe(true)
})

test('what came before the first page was read stays behind it', () => {
  expect(heldIn(after(arrived(101, 103), newest(3, 102)))).toEqual([3, 103, 101])
})

test('the beginning of the room is the beginning, also when the newest page is read anew', () => {
  const held = after(newest(101, 200), older(1, 100, false), newest(102, 201))
  expect(held.more).toBe(false)
  expect(after(newest(1, 5, false)).more).toBe(false)
})

test('a long run is cut to its newest part, and the rest can be asked for again', () => {
  const held = after(newest(1, 100, false), arrived(101, 1_000), arrived(1_001, 1_001))
  expect(heldIn(held)).toEqual([502, 1_001, 500])
  expect(held.more).toBe(true)
})

test('what a person asked for is not cut away by the next message', () => {
  const pages = Array.from({ length: 10 }, (_, i) => older(901 - i * 100, 1_000 - i * 100))
  expect(heldIn(after(newest(1_001, 1_100), ...pages, arrived(1_101, 1_101)))).toEqual([
    1, 1_101, 1_101,
  ])
})

test('an older page joins only what it was asked for', () => {
  const held = after(newest(101, 200))
  const late = after(newest(101, 200), arrived(201, 1_101))
  expect(hold(late, older(1, 100))).toBe(late)
  expect(hold(held, { ...older(1, 100), key: 'another' })).toBe(held)
})

test('another kind begins with nothing of the one before', () => {
  const held = hold(after(newest(101, 200)), { ...arrived(5, 5), key: 'K7M2P9QX speech' })
  expect(heldIn(held)).toEqual([5, 5, 1])
})
