import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listQuery } from '@kaibo/contract/kernel/page.ts'
import { useUrlState } from './url-state.ts'

afterEach(cleanup)

const Query = listQuery(['name'], {
  status: z.optional(z.enum({ off: 0, on: 2 })),
  room: z.optional(z.string()),
})

type State = ReturnType<typeof useUrlState<typeof Query>>

function at(search: string) {
  const held: { state?: State } = {}
  const Probe = () => {
    held.state = useUrlState(Query)
    return null
  }
  const router = createMemoryRouter([{ path: '/', Component: Probe }], {
    initialEntries: [`/${search}`],
  })
  render(<RouterProvider router={router} />)
  return {
    values: () => held.state?.[0],
    /** All of them at the same moment. */
    change: (...parts: Parameters<State[1]>[0][]) =>
      act(async () => parts.forEach((part) => held.state?.[1](part))),
    search: () => router.state.location.search,
  }
}

test('从地址读出带类型的值，缺的用默认值', () => {
  expect(at('?status=2&page=3').values()).toMatchObject({ status: 2, page: 3, page_size: 20 })
})

test('不认识的、写错的丢掉，其余照用', () => {
  expect(at('?status=9&page=x&keyword=ok&other=1').values()).toEqual({
    page: 1,
    page_size: 20,
    keyword: 'ok',
  })
})

test('同一刻的两次修改都留下', async () => {
  const state = at('')
  await state.change({ status: 0 }, { keyword: '夜场' })
  expect(new URLSearchParams(state.search()).get('status')).toBe('0')
  expect(new URLSearchParams(state.search()).get('keyword')).toBe('夜场')
})

test('换筛选回到第一页，默认值不写进地址', async () => {
  const state = at('?page=4&page_size=50')
  await state.change({ keyword: 'a' })
  expect(state.search()).toBe('?page_size=50&keyword=a')
  await state.change({ page: 2, page_size: 20, keyword: undefined })
  expect(state.search()).toBe('?page=2')
})
