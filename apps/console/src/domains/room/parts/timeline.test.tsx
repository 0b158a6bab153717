import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startLiveServer } from '#client/live.fixture.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { signIn, signOut } from '#client/session.ts'
import { Timeline } from './timeline.tsx'

const CODE = 'K7M2P9QX'

const danmu = (at: number) => ({
  id: `${at}-e-bilibili/${at}`,
  at,
  kind: 'event',
  tag: 'danmu',
  text: `第 ${at} 句`,
})
const speech = (at: number, tag: string) => ({
  id: `${at}-m-${at}`,
  at,
  kind: 'speech',
  tag,
  text: '欢迎',
  event_id: 'e1',
})

let server: Awaited<ReturnType<typeof startLiveServer>>
beforeAll(async () => {
  const list = [speech(4, 'queued'), danmu(3), danmu(2), danmu(1)]
  server = await startLiveServer(() => ({ list, has_more: false }))
  signIn('t1', person)
})
afterAll(async () => {
  signOut()
  await server.close()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

/** A reader who is not at the end of what is there. */
async function scrollUp() {
  const box = (await screen.findByRole('log')).parentElement
  for (const [name, value] of [
    ['scrollHeight', 2_000],
    ['clientHeight', 500],
    ['scrollTop', 100],
  ] as const)
    Object.defineProperty(box, name, { value, configurable: true, writable: true })
  if (box) fireEvent.scroll(box)
}

test('what came since the reader scrolled up is counted, also when the newest of then has given way', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Timeline room_code={CODE} prefix="moments." />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('「欢迎」')
  await expect.poll(() => server.frames).toHaveLength(1)
  await scrollUp()
  server.say(`room:${CODE}`, 'room.moments', [speech(5, 'spoken'), danmu(6)])
  expect((await screen.findByRole('button', { name: /条新消息/ })).textContent).toBe('2 条新消息')
})
