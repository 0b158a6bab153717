import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIVE_CLOSE } from '@kaibo/contract/live/channel.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { Consoles } from './live.fixture.ts'

let server: TestServer
let consoles: Consoles
beforeEach(async () => {
  server = await bootServer()
  consoles = new Consoles(server, await server.listen())
})
afterEach(async () => {
  consoles.terminate()
  await server.close()
})

/** Topics of rooms that do not exist, as many as a frame may hold. */
const DIGITS = '23456789AB'
const unknownTopics = Array.from(
  { length: 50 },
  (_, n) => `room:222222${DIGITS[Math.floor(n / 10)]}${DIGITS[n % 10]}`,
)

test('each frame has a turn of the event loop to itself, so that other requests come between', async () => {
  const console = await consoles.openAs(await server.login('operator'))
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  const turns: number[] = []
  server.platform.live.policy('probe.list', async (_actor, topics) => {
    turns.push(turn)
    return topics
  })
  const frames = 30
  for (let n = 0; n < frames; n++) console.subscribe('probe.list')
  await expect.poll(() => console.frames.length).toBe(frames)
  clearImmediate(next)
  expect(new Set(turns).size).toBe(frames)
})

test('all topics of a frame are looked up at once', async () => {
  const console = await consoles.openAs(await server.login('operator'))
  const asked: (readonly string[])[] = []
  server.platform.live.policy('room', async (_actor, topics) => {
    asked.push(topics)
    return []
  })
  console.subscribe(...unknownTopics)
  expect(await console.heard(50)).toHaveLength(50)
  expect(asked).toEqual([unknownTopics])
})

test('whoever sends frames without end loses the channel, and nobody else does', async () => {
  const loud = await consoles.openAs(await server.login('operator'))
  const quiet = await consoles.openAs(await server.login('operator'))
  for (let n = 0; n < 500; n++) loud.subscribe(...unknownTopics)
  expect(await loud.closed).toBe(LIVE_CLOSE.tooMuch)
  quiet.subscribe('rooms')
  expect(await quiet.heard(1)).toEqual([{ type: 'subscribed', topics: ['rooms'] }])
})

test('frames that are too fast together are counted over all channels of the account', async () => {
  const login = await server.login('operator')
  const pages = [await consoles.openAs(login), await consoles.openAs(login)]
  for (let n = 0; n < 60; n++) for (const page of pages) page.subscribe('rooms')
  expect(await Promise.race(pages.map(({ closed }) => closed))).toBe(LIVE_CLOSE.tooMuch)
  const again = await consoles.open(await consoles.ticketOf(login))
  expect(await again.closed, 'a new channel is no way round').toBe(LIVE_CLOSE.tooMuch)
  server.clock.advance(1_000)
  const later = await consoles.openAs(login)
  later.subscribe('rooms')
  expect(await later.heard(1)).toHaveLength(1)
})

test('of a frame, the topics of rooms that are seen open and the others are refused', async () => {
  const { room } = await buildOnAir(server.platform, { org_id: 'guild-1' })
  const other = await buildOnAir(server.platform, { org_id: 'guild-2' })
  const console = await consoles.openAs(await server.login('guild', { org_id: 'guild-1' }))
  const [seen, hidden] = [`room:${room.room_code}`, `room:${other.room.room_code}`]
  console.subscribe(hidden, seen, 'rooms', 'room:22222222')
  const msg = '内容不存在'
  expect(await console.heard(3)).toEqual([
    { type: 'subscribed', topics: [seen, 'rooms'] },
    { type: 'refused', topic: hidden, msg },
    { type: 'refused', topic: 'room:22222222', msg },
  ])
})

test('a frame longer than any console sends is not read', async () => {
  const console = await consoles.openAs(await server.login('operator'))
  console.socket.send('['.repeat(1_000_000))
  expect(await console.closed).toBe(1009)
})

test('an account has fifty channels at once; one more is closed, other accounts get in', async () => {
  const login = await server.login('operator')
  const pages = []
  for (let n = 0; n < 50; n++) {
    pages.push(await consoles.openAs(login))
    server.clock.advance(1_000)
  }
  const tooMany = await consoles.open(await consoles.ticketOf(login))
  expect(await tooMany.closed).toBe(LIVE_CLOSE.tooMuch)
  await consoles.openAs(await server.login('operator'))
  const [first] = pages
  first?.socket.close()
  await first?.closed
  await consoles.openAs(login)
})

test('a message in a thousand pieces ends the channel before it is whole', async () => {
  const console = await consoles.openAs(await server.login('operator'))
  for (let n = 0; n < 2_000; n++) console.socket.send('a', { fin: false })
  expect(await console.closed).toBe(1008)
})
