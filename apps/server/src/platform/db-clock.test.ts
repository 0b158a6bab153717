import { expect, test } from 'vitest'
import { createDbClock } from './db-clock.ts'

function setUp({ wall = 0 } = {}) {
  const time = { mono: 1_000, db: 5_000_000, wall, rtt: 0 }
  const clock = createDbClock({
    ask: async () => {
      time.mono += time.rtt
      return time.db
    },
    wall: () => time.wall,
    mono: () => time.mono,
  })
  const pass = (ms: number) => {
    time.mono += ms
    time.db += ms
    time.wall += ms
  }
  clock.close()
  return { time, clock, pass }
}

test('a machine whose clock is wrong goes by the database’s, and says how wrong it is', async () => {
  const { clock, pass } = setUp({ wall: 4_960_000 })
  await clock.sample()
  expect(clock.now()).toBe(5_000_000)
  expect(clock.offset()).toBe(-40_000)
  pass(250)
  expect(clock.now()).toBe(5_000_250)
})

test('a jump of the machine’s clock changes nothing', async () => {
  const { time, clock, pass } = setUp({ wall: 5_000_000 })
  await clock.sample()
  time.wall += 3_600_000
  pass(1_000)
  expect(clock.now()).toBe(5_001_000)
  await clock.sample()
  expect(clock.now()).toBe(5_001_000)
  expect(clock.offset()).toBe(3_600_000)
})

test('it never goes back: ahead, it runs at half its speed until the time has come', async () => {
  const { clock, pass } = setUp({ wall: 5_040_000 })
  await clock.sample()
  expect(clock.now()).toBe(5_040_000)
  pass(10_000)
  expect(clock.now()).toBe(5_045_000)
  await clock.sample()
  expect(clock.now()).toBe(5_045_000)
  pass(70_000)
  expect(clock.now()).toBe(5_080_000)
  pass(1_000)
  expect(clock.now()).toBe(5_081_000)
})

test('an answer that took long is not believed', async () => {
  const { time, clock } = setUp({ wall: 5_000_000 })
  await clock.sample()
  time.rtt = 501
  time.db += 60_000
  await clock.sample()
  expect(clock.now()).toBe(5_000_501)
})
