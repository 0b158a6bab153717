// @vitest-environment happy-dom
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/query.ts'
import { useTimeline } from './room.timeline.ts'

/** How many moments the room has had: one an instant. */
let count = 200
const idOf = (at: number) => `${at}-e-bilibili/${at}`

/** Answers as the room's console log does, newest first. */
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://server')
  const size = Number(searchParams.get('page_size'))
  const before = Number(searchParams.get('before')?.split('-')[0] ?? count + 1)
  const first = Math.max(1, before - size)
  const list = Array.from({ length: before - first }, (_, i) => moment(before - 1 - i))
  const data = { list, has_more: first > 1 }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 0, msg: 'success', data }))
})
const moment = (at: number) => ({ id: idOf(at), at, kind: 'event', tag: 'danmu', text: '' })

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  window.happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

test('a timeline that is read anew has no hole', async () => {
  const { result } = renderHook(() => useTimeline('K7M2P9QX', undefined), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  const shown = () => result.current.moments.map(({ at }) => at)
  const from = (first: number) => Array.from({ length: count - first + 1 }, (_, i) => first + i)
  await expect.poll(shown).toEqual(from(101))
  await act(() => result.current.loadOlder())
  expect(shown()).toEqual(from(1))
  expect(result.current.hasOlder).toBe(false)
  count = 250
  await act(() => queryClient.invalidateQueries())
  await expect.poll(shown).toEqual(from(1))
})
