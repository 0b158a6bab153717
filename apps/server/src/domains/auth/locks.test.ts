import { expect, test } from 'vitest'
import { testClock } from '@kaibo/testkit/clock.ts'
import { Fault } from '#platform/fault.ts'
import { createLocks } from './locks.ts'

const IP = '203.0.113.7'

/** The seconds to wait, or 0 when the attempt may be made. */
function waitFor(attempt: () => void): number {
  try {
    attempt()
    return 0
  } catch (error) {
    if (error instanceof Fault && error.code === 1007) {
      return (error.data as { retry_after_s: number }).retry_after_s
    }
    throw error
  }
}

test('five attempts a minute, then one after each delay, and the delay doubles up to 15 minutes', () => {
  const clock = testClock()
  const locks = createLocks(clock)
  const attempt = () => waitFor(() => locks.attempt('wang', IP))
  expect([1, 2, 3, 4, 5].map(attempt)).toEqual([0, 0, 0, 0, 0])
  for (const delay of [30, 60, 120, 240, 480, 900, 900]) {
    expect(attempt()).toBe(delay)
    clock.advance(delay * 1_000)
    expect(attempt()).toBe(0)
  }
})

test('four attempts a minute are never locked', () => {
  const clock = testClock()
  const locks = createLocks(clock)
  for (let minute = 0; minute < 20; minute++) {
    for (let i = 0; i < 4; i++) expect(waitFor(() => locks.attempt('wang', IP))).toBe(0)
    clock.advance(60_000)
  }
})

test('whoever guesses from elsewhere locks nobody out, and the name is the same in any case', () => {
  const locks = createLocks(testClock())
  for (let i = 0; i < 5; i++) locks.attempt('wang', IP)
  expect(waitFor(() => locks.attempt('WANG', IP))).toBe(30)
  expect(waitFor(() => locks.attempt('wang', '203.0.113.8'))).toBe(0)
})

test('success and half an hour of quiet forgive', () => {
  const clock = testClock()
  const locks = createLocks(clock)
  for (let i = 0; i < 4; i++) locks.attempt('wang', IP)
  locks.succeeded('wang', IP)
  for (let i = 0; i < 5; i++) expect(waitFor(() => locks.attempt('wang', IP))).toBe(0)
  clock.advance(30 * 60_000 + 30_000)
  for (let i = 0; i < 5; i++) expect(waitFor(() => locks.attempt('wang', IP))).toBe(0)
})

test('one address makes 30 attempts a minute, whatever the names', () => {
  const clock = testClock()
  const locks = createLocks(clock)
  for (let i = 0; i < 30; i++) expect(waitFor(() => locks.attempt(`user${i}`, IP))).toBe(0)
  expect(waitFor(() => locks.attempt('another', IP))).toBe(60)
  clock.advance(60_000)
  expect(waitFor(() => locks.attempt('another', IP))).toBe(0)
})

test('whoever logs in leaves the attempts of the address to others', () => {
  const locks = createLocks(testClock())
  for (let i = 0; i < 100; i++) {
    expect(waitFor(() => locks.attempt(`user${i}`, IP))).toBe(0)
    locks.succeeded(`user${i}`, IP)
  }
  for (let i = 0; i < 30; i++) expect(waitFor(() => locks.attempt(`guess${i}`, IP))).toBe(0)
  expect(waitFor(() => locks.attempt('another', IP))).toBe(60)
})

test('an IPv6 network counts as one address', () => {
  const locks = createLocks(testClock())
  for (let i = 0; i < 30; i++) locks.attempt(`user${i}`, `2001:db8:1:2::${i}`)
  expect(waitFor(() => locks.attempt('another', '2001:db8:1:2:ffff::1'))).toBe(60)
  expect(waitFor(() => locks.attempt('another', '2001:db8:1:3::1'))).toBe(0)
})
