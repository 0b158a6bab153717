import { expect, test } from 'vitest'
import { testClock } from '@kaibo/testkit/clock.ts'
import { createGuesses } from './guesses.ts'

function guess(guesses: ReturnType<typeof createGuesses>, ip: string, times: number) {
  for (let n = 0; n < times; n++) guesses.count(ip)
}

test('an IPv6 network counts as one address', () => {
  const guesses = createGuesses(testClock())
  guess(guesses, '2001:db8:1:2::1', 10)
  expect(() => guesses.count('2001:db8:1:2:3:4:5:6')).toThrow('尝试次数过多')
  guesses.count('2001:db8:1:3::1')
  guesses.forgive('2001:db8:1:2::9')
  guesses.count('2001:db8:1:2::1')
})

test('guesses from many addresses do not reset the count of one', () => {
  const guesses = createGuesses(testClock())
  for (let n = 0; n < 9_999; n++) guesses.count(`10.0.${n >> 8}.${n & 255}`)
  guess(guesses, '192.0.2.1', 10)
  guess(guesses, '198.51.100.1', 1)
  expect(() => guesses.count('192.0.2.1')).toThrow('尝试次数过多')
})
