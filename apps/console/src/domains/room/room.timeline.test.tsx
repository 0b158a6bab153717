import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { useTimeline } from './room.timeline.ts'

/** How many moments the room has had: one an instant. */
let count = 200
const idOf = (at: number) => `${at}-e-bilibili/${at}`

/** Answers as the room's console log does, newest first. */
serve(({ query }, response) => {
  const size = Number(query.get('page_size'))
  const before = Number(query.get('before')?.split('-')[0] ?? count + 1)
  const first = Math.max(1, before - size)
  const list = Array.from({ length: before - first }, (_, i) => moment(before - 1 - i))
  reply(response, { data: { list, has_more: first > 1 } })
})
const moment = (at: number) => ({ id: idOf(at), at, kind: 'event', tag: 'danmu', text: '' })

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
