import { expect, test } from 'vitest'
import { LiveEvent } from '@kaibo/contract/live/event.ts'
import { ManualTime } from '#time/manual-time.ts'
import { Audience } from './audience.ts'
import { SimulatorSource } from './simulator.ts'
import { SinkFixture } from './sink.fixture.ts'

async function watch(seed: number, speed: number, minutes: number, salt = 's') {
  const time = new ManualTime()
  const sink = new SinkFixture()
  const now = () => time.now()
  const source = new SimulatorSource({ roomCode: 'ABCD2345', seed, speed, salt, time, now })
  sink.run(source)
  await time.advance(minutes * 60_000)
  await source.stop()
  const { length } = sink.events
  await time.advance(60_000)
  expect(sink.events).toHaveLength(length)
  return sink.events
}

const story = (events: LiveEvent[]) => events.map((event) => ({ ...event, event_id: '' }))

test('the same seed tells the same story under ids of its own; another seed another', async () => {
  const [a, b, c] = [await watch(1, 1, 3, 'x'), await watch(1, 1, 3, 'y'), await watch(2, 1, 3)]
  expect(story(a)).toEqual(story(b))
  expect(story(a)).not.toEqual(story(c))
  const ids = new Set([...a, ...b].map(({ event_id }) => event_id))
  expect(ids.size).toBe(a.length + b.length)
})

test('the tempo is about forty events a minute, and speed multiplies it', async () => {
  const perMinute = (await watch(7, 1, 20)).length / 20
  expect(perMinute).toBeGreaterThan(35)
  expect(perMinute).toBeLessThan(100)
  const fast = (await watch(7, 10, 5)).length / 5
  expect(fast / perMinute).toBeGreaterThan(6)
})

test('every event is one that the ledger takes, and gifts are worth what they say', () => {
  const audience = new Audience(3)
  const kinds = new Set<string>()
  for (let i = 0; i < 5_000; i++) {
    const { waitMs, ...happening } = audience.next()
    expect(waitMs).toBeGreaterThanOrEqual(0)
    const base = { source: 'simulator', event_id: `e${i}`, room_code: 'ABCD2345', at: 1 }
    const event = LiveEvent.parse({ ...base, ...happening })
    kinds.add(event.kind)
    if (event.gift) expect(event.gift.fen).toBe(event.gift.raw_value * 10)
  }
  expect([...kinds].sort()).toEqual(['danmu', 'enter', 'follow', 'gift', 'like', 'share'])
})

test('only who has entered does anything', () => {
  const audience = new Audience(5)
  const present = new Set<string>()
  for (let i = 0; i < 1_000; i++) {
    const { kind, user } = audience.next()
    const who = user?.open_id ?? ''
    if (kind === 'enter') present.add(who)
    else expect(present.has(who)).toBe(true)
  }
})
