import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { domain, get } from '@kaibo/contract/kernel/endpoint.ts'
import { listQuery, pageOf } from '@kaibo/contract/kernel/page.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import type { Column } from './column.ts'
import { ListPage, type ListPageProps } from './list-page.tsx'

const api = domain('fruit', {
  list: get('/admin/v1/x/fruit/list', {
    input: listQuery(['name'], { kind: z.optional(z.string()) }),
    data: pageOf(z.object({ id: z.string() })),
    can: 'room.look',
  }),
})
let asked: string
serve(({ path, query }, response) => {
  if (path === api.list.path) asked = query.toString()
  const list = path === api.list.path ? [{ id: 'a' }] : []
  reply(response, { data: { list, total: list.length } })
})

const column = (key: string): Column<{ id: string }> => ({
  key,
  title: asIs(key),
  width: 100,
  render: () => key,
})
const page = (...keys: string[]): ListPageProps<typeof api.list> => ({
  name: 'fruit',
  words: { title: asIs('水果'), what: asIs('水果'), items: (n) => asIs(`${n} 个`), hint: asIs('') },
  endpoint: api.list,
  rowKey: 'id',
  nameOf: ({ id }) => id,
  columns: keys.map(column),
  filters: [{ kind: 'keyword', name: 'kind', label: asIs('种类') }],
})

beforeEach(() => {
  asked = ''
  signIn('t', person)
  rememberActions(['room.look'])
})
afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
  localStorage.clear()
  vi.restoreAllMocks()
})

async function open(search: string, keys = ['name', 'price', 'weight']) {
  const router = createMemoryRouter(
    [{ path: '/fruit', element: <ListPage {...page(...keys)} /> }],
    { initialEntries: [`/fruit${search}`] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <App>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('table')
  return router
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

async function copyLink() {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(screen.getByRole('button', { name: /^视图/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '复制链接' }))
  await expect.poll(() => write.mock.calls).toHaveLength(1)
  return new URL(write.mock.calls[0]?.[0] ?? '')
}

test('复制的链接让别人看到同样的筛选、排序和列；对方没有的列不出现', async () => {
  await open('?kind=%E6%B5%86%E6%9E%9C&sort_by=name&sort_dir=1&cols=name.weight.-price')
  expect(heads()).toEqual(['name', 'weight'])
  const { pathname, search } = await copyLink()
  expect(pathname).toBe('/fruit')
  cleanup()
  signOut()
  queryClient.clear()
  signIn('another', person)
  rememberActions(['room.look'])
  await open(search)
  expect(heads()).toEqual(['name', 'weight'])
  expect(Object.fromEntries(new URLSearchParams(asked))).toMatchObject({
    kind: '浆果',
    sort_by: 'name',
    sort_dir: '1',
  })
  cleanup()
  await open(search, ['name', 'price'])
  expect(heads()).toEqual(['name'])
})

test('从链接来的列不算自己的；自己一改，地址就不再说它', async () => {
  const router = await open('?cols=name.-price.-weight')
  expect(heads()).toEqual(['name'])
  fireEvent.click(screen.getByRole('button', { name: '列设置' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'price' }))
  expect(heads()).toEqual(['name', 'price'])
  await act(async () => {})
  expect(router.state.location.search).toBe('')
  cleanup()
  await open('')
  expect(heads()).toEqual(['name', 'price', 'weight'])
})
