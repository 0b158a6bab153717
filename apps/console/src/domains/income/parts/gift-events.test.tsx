import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { GiftEventRow, LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { GiftEvents } from './gift-events.tsx'

const run = {
  id: 'r1',
  run_id: 'r1',
  room_name: '夜谈',
  started_at: 0,
  gift_fen: 100,
  run_fen: 100,
} satisfies Partial<LiveIncomeRow>

const gift = (page: string) =>
  ({
    id: `g${page}`,
    nickname: `观众 ${page}`,
    gift_name: '玫瑰',
    at: 0,
    fen: 100,
  }) satisfies Partial<GiftEventRow>

const asked: string[] = []
serve(({ path, query }, response) => {
  const isGifts = path === incomeApi.giftEvents.path
  if (isGifts) asked.push(query.toString())
  const isRuns = path === incomeApi.live.path
  const list = isGifts ? [gift(query.get('page') ?? '')] : isRuns ? [run] : []
  reply(response, { data: { list, total: isGifts ? 45 : 1, total_capped: false, next: null } })
})

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const runs: ListPageProps<typeof incomeApi.live> = {
  name: 'income',
  words: {
    title: asIs('收入'),
    what: asIs('场次'),
    items: (count: number) => asIs(String(count)),
    hint: asIs(''),
  },
  endpoint: incomeApi.live,
  rowKey: 'id',
  nameOf: ({ room_name }) => room_name,
  columns: [{ key: 'room', title: asIs('直播间'), width: 100, render: (row) => row.room_name }],
  detail: { param: 'run', Drawer: GiftEvents },
}

function open(search: string) {
  const router = createMemoryRouter([{ path: '/', element: <ListPage {...runs} /> }], {
    initialEntries: ['/before', `/${search}`],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <RouterProvider router={router} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return () => router.state.location.search
}

test('抽屉里的列表有自己的页码，在地址里，不动外面的；关上就一起没了', async () => {
  const search = open('?page_size=50')
  fireEvent.click(await screen.findByRole('button', { name: '夜谈' }))
  await screen.findByText('观众 1')
  expect(asked.at(-1)).toBe('page=1&page_size=20&run_id=r1')
  fireEvent.click(screen.getByTitle('3'))
  await screen.findByText('观众 3')
  expect(search()).toBe('?page_size=50&run=r1&run.page=3')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await expect.poll(search).toBe('?page_size=50')
})

test('场次外的一行打开的是场次外的礼物', async () => {
  open('?run=outside-7')
  await screen.findByText('场次外的礼物')
  await screen.findByText('观众 1')
  expect(asked.at(-1)).toBe('page=1&page_size=20&outside_id=outside-7')
})

test('链接能打开抽屉里的第几页', async () => {
  const search = open('?run=r1&run.page=2')
  await screen.findByText('观众 2')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await expect.poll(search).toBe('')
})
