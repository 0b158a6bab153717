import { expect, test } from 'vitest'
import { ManualTime } from './manual-time.ts'
import { ServerClock } from './server-clock.ts'
import { systemTime } from './time.ts'

test('the PC’s own time until the server’s is known', async () => {
  const time = new ManualTime(1_000)
  const clock = new ServerClock(time)
  time.jump(500)
  expect(clock.now()).toBe(1_500)
  clock.learn(90_000)
  await time.advance(10)
  expect(clock.now()).toBe(90_010)
})

test('a PC’s clock that is set does not move the server’s', async () => {
  const time = new ManualTime()
  const clock = new ServerClock(time)
  clock.learn(90_000)
  time.jump(7_200_000)
  await time.advance(10)
  time.jump(-86_400_000)
  expect(clock.now()).toBe(90_010)
})

test('an instant is an integer', () => {
  const clock = new ServerClock(systemTime)
  clock.learn(Date.now())
  expect(Number.isInteger(clock.now())).toBe(true)
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(100)
})
