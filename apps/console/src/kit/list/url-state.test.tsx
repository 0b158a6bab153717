import { setTimeout as sleep } from 'node:timers/promises'
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useBlocker } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listQuery } from '@kaibo/contract/kernel/page.ts'
import { OPENED_HERE } from '#kit/address/opened-here.ts'
import { useFormAddress } from '#kit/form/form-address.ts'
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

test.each([
  ['马上到的地址', undefined],
  ['过一会儿才到的地址', async () => sleep(20)],
])('同一刻、不同的地方各改一处：都留下；先开的一步仍是一步：%s', async (_, loader) => {
  const route = { path: '/', Component: () => <Two />, HydrateFallback: () => null }
  const router = createMemoryRouter([{ ...route, ...(loader && { loader }) }], {
    initialEntries: ['/before', '/?keyword=a'],
  })
  const held: { list?: State; inner?: State; form?: ReturnType<typeof useFormAddress> } = {}
  function Two() {
    held.list = useUrlState(Query)
    held.inner = useUrlState(Query, 'room.')
    held.form = useFormAddress()
    return null
  }
  render(<RouterProvider router={router} />)
  await expect.poll(() => held.form).toBeDefined()
  await act(async () => {
    held.form?.open('7')
    held.list?.[1]({ status: 0 }, { replace: true })
    held.inner?.[1]({ page: 3 }, { replace: true })
  })
  const search = () => router.state.location.search
  await expect.poll(search).toBe('?keyword=a&edit=7&status=0&room.page=3')
  expect(router.state.location.state).toEqual(OPENED_HERE)
  await act(() => router.navigate(-1))
  await expect.poll(search).toBe('?keyword=a')
})

test('两个列表在一页上：各有各的页码；外面换了打开的一条，里面的从头开始', async () => {
  const held: { outer?: State; inner?: State } = {}
  const Probe = () => {
    held.outer = useUrlState(Query)
    held.inner = useUrlState(Query, 'room.')
    return null
  }
  const router = createMemoryRouter([{ path: '/', Component: Probe }], {
    initialEntries: ['/?page=2&room=1&room.page=3&room.keyword=b'],
  })
  render(<RouterProvider router={router} />)
  expect(held.outer?.[0]).toMatchObject({ page: 2, room: '1' })
  expect(held.inner?.[0]).toMatchObject({ page: 3, keyword: 'b' })
  await act(async () => held.inner?.[1]({ page: 1 }))
  expect(router.state.location.search).toBe('?page=2&room=1&room.keyword=b')
  await act(async () => held.outer?.[1]({ room: '2', page: 2 }))
  expect(router.state.location.search).toBe('?page=2&room=2')
})

test('问过以后留在这里：没去成的地址不带进下一次修改', async () => {
  const held: { state?: State } = {}
  const Probe = () => {
    held.state = useUrlState(Query)
    useBlocker(({ nextLocation }) => nextLocation.search.includes('room'))
    return null
  }
  const router = createMemoryRouter([{ path: '/', Component: Probe }])
  render(<RouterProvider router={router} />)
  await act(async () => held.state?.[1]({ room: '1' }))
  expect(router.state.location.search).toBe('')
  await act(async () => held.state?.[1]({ keyword: 'a' }))
  expect(router.state.location.search).toBe('?keyword=a')
})
