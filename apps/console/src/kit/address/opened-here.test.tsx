import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listQuery } from '@kaibo/contract/kernel/page.ts'
import { useListAddress } from '#kit/list/address.ts'

afterEach(cleanup)

const Query = listQuery(['name'], { seq: z.optional(z.int()) })

function at(...entries: string[]) {
  const held: { address?: ReturnType<typeof useListAddress> } = {}
  const Probe = () => {
    held.address = useListAddress(Query, { list: 'fruit', rowKey: 'seq', param: 'seq' })
    return null
  }
  const router = createMemoryRouter([{ path: '*', Component: Probe }], { initialEntries: entries })
  render(<RouterProvider router={router} />)
  return {
    open: (id: string) => act(async () => held.address?.open(id)),
    close: (times = 1) =>
      act(async () => {
        for (let n = 0; n < times; n++) held.address?.close()
      }),
    /** Closes it as what is on its way out does: by the close that it was given when it stood. */
    latecomer: () => {
      const close = held.address?.close
      return () => act(async () => close?.())
    },
    go: (by: number) => act(() => router.navigate(by)),
    where: () => router.state.location.pathname + router.state.location.search,
  }
}

test('从列表打开的，关上就退回列表：再后退不会又打开它', async () => {
  const list = at('/before', '/list?page=2')
  await list.open('7')
  expect(list.where()).toBe('/list?page=2&seq=7')
  await list.close()
  expect(list.where()).toBe('/list?page=2')
  await list.go(-1)
  expect(list.where()).toBe('/before')
})

test('连关两次只退一步；前进又打开的还能再关', async () => {
  const list = at('/before', '/list')
  await list.open('7')
  await list.close(2)
  expect(list.where()).toBe('/list')
  await list.go(1)
  expect(list.where()).toBe('/list?seq=7')
  await list.close()
  expect(list.where()).toBe('/list')
})

test('已经关上的，退场时又关一次也不多退', async () => {
  const list = at('/before', '/list')
  await list.open('7')
  const late = list.latecomer()
  await list.close()
  await late()
  expect(list.where()).toBe('/list')
})

test('从链接来的，关上留在列表，不离开', async () => {
  const list = at('/before', '/list?seq=7&page=3')
  await list.close(2)
  expect(list.where()).toBe('/list?page=3')
  await list.go(-1)
  expect(list.where()).toBe('/before')
})
