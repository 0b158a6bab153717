import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { domain, get } from '@kaibo/contract/kernel/endpoint.ts'
import {
  cursorField,
  endlessPageOf,
  listQuery,
  TOTAL_CAP,
  type EndlessPage,
} from '@kaibo/contract/kernel/page.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { ListPage, type ListPageProps } from './list-page.tsx'

interface Grain {
  id: string
  name: string
}

const api = domain('grain', {
  list: get('/admin/v1/x/grain/list', {
    input: listQuery(['name'], { cursor: cursorField }),
    data: endlessPageOf(z.object({ id: z.string(), name: z.string() })),
    can: 'income.look',
  }),
})

const GRAINS = TOTAL_CAP + 30
const OVER = { total: TOTAL_CAP, total_capped: true }
let total = OVER

serve(({ path, query }, response) =>
  reply(response, { data: path === api.list.path ? pageAt(query) : { list: [] } }),
)

function pageAt(query: URLSearchParams): EndlessPage<Grain> {
  const size = Number(query.get('page_size') ?? 20)
  const cursor = query.get('cursor')
  const from = cursor ? Number(cursor) : (Number(query.get('page') ?? 1) - 1) * size
  const to = Math.min(from + size, GRAINS)
  const list = Array.from({ length: to - from }, (_, i) => ({
    id: String(from + i),
    name: `麦粒${from + i + 1}`,
  }))
  return { list, next: to < GRAINS ? String(to) : null, ...total }
}

beforeEach(() => {
  signIn('t', person)
  rememberActions(['income.look'])
})
afterEach(() => {
  cleanup()
  total = OVER
  signOut()
  queryClient.clear()
})

const page: ListPageProps<typeof api.list> = {
  name: 'grain',
  words: {
    title: asIs('麦粒'),
    what: asIs('麦粒'),
    items: (count) => asIs(`${count} 颗麦粒`),
    hint: asIs('磨成粉。'),
  },
  endpoint: api.list,
  rowKey: 'id',
  nameOf: (row) => row.name,
  columns: [{ key: 'name', title: asIs('名称'), width: 100, render: (row) => row.name }],
  filters: [{ kind: 'keyword', name: 'keyword', label: asIs('名称') }],
}

function open(search = '') {
  const router = createMemoryRouter([{ path: '/', element: <ListPage {...page} /> }], {
    initialEntries: [`/${search}`],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <RouterProvider router={router} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return router
}
const stateOf = () => document.querySelector('[data-kit=list]')?.getAttribute('data-state')
/** By its text: searching by role goes through the whole page each time and is slow. */
function button(name: string): HTMLButtonElement {
  const found = screen.getByText(name, { selector: 'button *' }).closest('button')
  if (!found) throw new Error(`no button ${name}`)
  return found
}

test('数到一万为止：标题说以上，页码旁写 10,000+', async () => {
  open()
  expect(await screen.findByText('麦粒1')).toBeTruthy()
  expect(screen.getByText('共 10000 颗麦粒以上')).toBeTruthy()
  expect(screen.getByText('10,000+')).toBeTruthy()
  expect(stateOf()).toBe('hasmore')
  expect(screen.queryByRole('button', { name: '下一页' })).toBeNull()
})

test('过了有页码的最后一页，接着往下翻，地址可以打开；到底为止', async () => {
  const router = open('?page=500')
  expect(await screen.findByText('麦粒10000')).toBeTruthy()
  expect(stateOf()).toBe('hasmore')
  button('下一页').focus()
  fireEvent.click(button('下一页'))
  expect(await screen.findByText('麦粒10001')).toBeTruthy()
  expect(router.state.location.search).toBe('?cursor=10000')
  expect(screen.queryByText('10,000+')).toBeNull()
  expect(document.activeElement).toBe(button('下一页'))
  fireEvent.click(button('下一页'))
  expect(await screen.findByText('麦粒10030')).toBeTruthy()
  expect(stateOf()).toBe('nomore')
  expect(button('下一页')).toHaveProperty('disabled', true)

  fireEvent.click(button('回到第一页'))
  expect(await screen.findByText('麦粒1')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('读到一半的地址，后来不足一万条也不会被当成第一页', async () => {
  total = { total: 300, total_capped: false }
  open('?cursor=280')
  expect(await screen.findByText('麦粒281')).toBeTruthy()
  expect(screen.queryByRole('listitem', { name: '1' })).toBeNull()
  fireEvent.click(button('回到第一页'))
  expect(await screen.findByText('麦粒1')).toBeTruthy()
  expect(screen.getByRole('listitem', { name: '1' })).toBeTruthy()
})

test('换筛选就不再从那里接着读', async () => {
  const router = open('?cursor=10000')
  expect(await screen.findByText('麦粒10001')).toBeTruthy()
  await act(() => router.navigate('/?cursor=10000&sort_by=name'))
  const [header] = screen.getAllByRole('columnheader')
  const sort = header?.querySelector('button')
  if (sort) fireEvent.click(sort)
  await expect.poll(() => router.state.location.search).not.toContain('cursor')
})
