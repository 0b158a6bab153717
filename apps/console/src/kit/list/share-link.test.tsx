import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { domain, get } from '@kaibo/contract/kernel/endpoint.ts'
import { listQuery, pageOf } from '@kaibo/contract/kernel/page.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { infoOf, person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, rememberInfo, signIn, signOut } from '#client/session.ts'
import type { Column } from './column.ts'
import { ListPage, type ListPageProps } from './list-page.tsx'

const api = domain('fruit', {
  list: get('/admin/v1/x/fruit/list', {
    input: listQuery(['name'], { kind: z.optional(z.string()) }),
    data: pageOf(z.object({ id: z.string() })),
    can: 'room.look',
  }),
})
/** The queries of the rows, in the order in which they were asked for. */
let asked: string[]
serve(({ path, query }, response) => {
  if (path === api.list.path) asked.push(query.toString())
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
  asked = []
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
    [
      { path: '/fruit', element: <ListPage {...page(...keys)} /> },
      { path: '/other', element: null },
    ],
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
  expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toMatchObject({
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

/** The list opens by a view of plums that shows the names alone. */
const byDefault = () =>
  act(() =>
    rememberInfo(
      infoOf({
        openings: [
          {
            list: 'fruit',
            state: {
              search: 'kind=李子',
              columns: [
                { key: 'name' },
                { key: 'price', hidden: true },
                { key: 'weight', hidden: true },
              ],
            },
          },
        ],
      }),
    ),
  )
const kinds = () => asked.map((query) => new URLSearchParams(query).get('kind'))
type Router = Awaited<ReturnType<typeof open>>
const kindAt = ({ state }: Router) => new URLSearchParams(state.location.search).get('kind')
const go = (router: Router, to: string | number) =>
  act(async () => router.navigate(to as string & number))

async function choose(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name: /^视图/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}

test('没带条件打开的列表按默认视图打开：一开始就只问那些行，地址也写着，别的行从没问过', async () => {
  byDefault()
  const router = await open('')
  expect(kinds()).toEqual(['李子'])
  expect(heads()).toEqual(['name'])
  await expect.poll(() => kindAt(router)).toBe('李子')
  expect(router.state.historyAction, 'no step more to go back').toBe('REPLACE')
})

test('带着条件的地址不动；把条件清掉也还是自己清的', async () => {
  byDefault()
  const router = await open('?kind=梅子')
  expect(kindAt(router)).toBe('梅子')
  expect(heads()).toEqual(['name', 'price', 'weight'])
  fireEvent.click(screen.getByRole('button', { name: '清空' }))
  await expect.poll(() => kindAt(router)).toBeNull()
  await expect.poll(kinds).toEqual(['梅子', null])
  await go(router, '/other')
  await go(router, -1)
  await screen.findByRole('table')
  expect(kinds()).not.toContain('李子')
})

test('选了全部就是全部：后退、照原地址再打开都不变；从菜单再进，又按默认视图', async () => {
  byDefault()
  const router = await open('')
  await choose('全部')
  await expect.poll(() => kindAt(router)).toBeNull()
  await expect.poll(kinds).toEqual(['李子', null])
  expect(heads()).toEqual(['name', 'price', 'weight'])
  const { search } = router.state.location
  await go(router, '/other')
  await go(router, -1)
  expect(router.state.location.search).toBe(search)
  await go(router, '/other')
  await go(router, `/fruit${search}`)
  await screen.findByRole('table')
  expect(kindAt(router)).toBeNull()
  expect(heads()).toEqual(['name', 'price', 'weight'])

  await go(router, '/fruit')
  await expect.poll(() => kindAt(router)).toBe('李子')
  expect(heads()).toEqual(['name'])
})

test('看着的时候别人定了默认视图，眼前的行不动，退回来也不动', async () => {
  const router = await open('')
  byDefault()
  await go(router, '/other')
  await go(router, -1)
  await screen.findByRole('table')
  expect(router.state.location.search).toBe('')
  expect(kinds()).not.toContain('李子')
})
