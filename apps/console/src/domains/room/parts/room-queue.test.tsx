import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import { startLiveServer } from '#client/live.fixture.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { signIn, signOut } from '#client/session.ts'
import { momentAt } from '../room.moments.fixture.ts'
import { RoomQueue } from './room-queue.tsx'

const CODE = 'K7M2P9QX'
const TOPIC = `room:${CODE}`

const lineOf = (text: string): Waiting => ({
  speech_id: text,
  text,
  priority: 50,
  age_ms: 0,
  left_ms: 60_000,
  cause: '',
  ready: true,
})

let queue: Waiting[]
/** How often the queue was asked for. */
let asked = 0
let uncount: () => void
let server: Awaited<ReturnType<typeof startLiveServer>>
beforeAll(async () => {
  server = await startLiveServer(() => ({ list: queue }))
  signIn('t1', person)
})
afterAll(async () => {
  signOut()
  await server.close()
})
beforeEach(() => {
  asked = 0
  queue = [lineOf('第一句')]
  uncount = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') asked += 1
  })
})
afterEach(() => {
  uncount()
  cleanup()
  queryClient.clear()
})

/** The queue of a room, once it has been asked for and live messages are heard. */
async function show(): Promise<void> {
  const before = server.frames.length
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RoomQueue room={{ room_code: CODE, state: 'living' }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('「第一句」')
  await expect.poll(() => server.frames.length).toBeGreaterThan(before)
}

const speak = () =>
  server.say(TOPIC, 'room.moments', [momentAt(1, { kind: 'speech', tag: 'spoken', text: '欢迎' })])

test('what the PC tells is shown without asking, and while it tells, what is said is no reason to ask', async () => {
  await show()
  server.say(TOPIC, 'room.queue', { list: [lineOf('第二句'), lineOf('第三句')] })
  await screen.findByText('「第三句」')
  expect(screen.queryByText('「第一句」')).toBe(null)
  speak()
  server.say(TOPIC, 'room.queue', { list: [] })
  await screen.findByText('没有话在等')
  expect(asked).toBe(1)
})

test('a PC that does not tell is asked when something is said', async () => {
  await show()
  queue = [lineOf('第二句')]
  speak()
  await screen.findByText('「第二句」')
})

test('what changed between the first answer and the first live message is asked for once that begins', async () => {
  await show()
  queue = [lineOf('第二句')]
  server.peers.at(-1)?.send(JSON.stringify({ type: 'subscribed', topics: [TOPIC] }))
  await screen.findByText('「第二句」')
})
