import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { domain, get } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { listQuery, pageOf } from '@kaibo/contract/kernel/page.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { setLanguage } from '#client/language.ts'
import { infoOf, person } from '#client/person.fixture.ts'
import { queryClient, refresh } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, rememberInfo, signIn, signOut } from '#client/session.ts'
import { formAt } from '#kit/form/form-address.ts'
import { WhyProvider } from '#kit/why/why.tsx'
import { ListPage, type ListPageProps } from './list-page.tsx'
import { noteChange } from './notes.ts'

const api = domain('fruit', {
  list: get('/admin/v1/x/fruit/list', {
    input: listQuery(['name'], { kind: z.optional(z.string()) }),
    data: pageOf(z.object({ id: z.string(), name: z.string() })),
    can: 'room.look',
    download: true,
  }),
})

let rows: { id: string; name: string }[]
let refused: Partial<Envelope> | undefined
/** Whose form was opened. */
const performed: string[] = []

/** Answers of rows wait for it. */
let held: Promise<void> | undefined

serve(({ path }, response) => {
  const isList = path === api.list.path
  const data = isList ? { list: rows, total: rows.length } : { list: [] }
  const answer = () => reply(response, (isList && refused) || { data })
  if (isList && held) void held.then(answer)
  else answer()
})

beforeEach(() => {
  rows = [
    { id: 'a', name: '苹果' },
    { id: 'b', name: '香蕉' },
  ]
  refused = undefined
  held = undefined
  performed.length = 0
  signIn('t', person)
  rememberActions(['room.look', 'room.edit'])
})
afterEach(() => {
  cleanup()
  signOut()
  setLanguage('zh')
  queryClient.clear()
})

const page: ListPageProps<typeof api.list> = {
  name: 'fruit',
  words: {
    title: asIs('水果'),
    what: asIs('水果'),
    items: (count) => asIs(`${count} 个水果`),
    hint: asIs('水果是植物的果实。'),
  },
  endpoint: api.list,
  rowKey: 'id',
  nameOf: (row) => row.name,
  columns: [
    { key: 'name', title: asIs('名称'), width: 100, render: (row) => row.name },
    { key: 'none', title: asIs('空'), width: 100, render: () => null },
  ],
  filters: [
    { kind: 'keyword', name: 'keyword', label: asIs('名称') },
    { kind: 'keyword', name: 'kind', label: asIs('种类') },
  ],
  actions: [
    {
      name: 'edit',
      label: asIs('编辑'),
      icon: null,
      right: 'room.edit',
      enabled: (row) => row.id !== 'b' || asIs('香蕉不能编辑'),
      idOf: (row) => row.id,
      Form: () => null,
      bulk: { label: asIs('批量编辑'), run: async () => {}, refreshes: [] },
    },
  ],
}

function open(search = '') {
  const router = createMemoryRouter([{ path: '/', element: <ListPage {...page} /> }], {
    initialEntries: [`/${search}`],
  })
  router.subscribe(({ location }) => {
    const id = formAt(location.search)
    if (id) performed.push(id)
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <WhyProvider value={({ action }) => <p>{`关于 ${action}`}</p>}>
          <RouterProvider router={router} />
        </WhyProvider>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return router
}
const stateOf = () => document.querySelector('[data-kit=list]')?.getAttribute('data-state')
const tabStops = () =>
  [...document.querySelectorAll('[data-row-at][tabindex="0"]')].map((row) => row.textContent)
const chosen = () =>
  [...document.querySelectorAll('[data-chosen] th')].map((cell) => cell.textContent)
const press = (key: string, more: object = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }))

const shape = () => ({
  widths: [...document.querySelectorAll('col')].map(({ style }) => style.width),
  heads: [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent),
})
const coming = () => document.querySelector('[data-kit=rows-stand-in]')

test('行还没来，位子先在：同样的列、同样的宽；读屏和键盘都到不了，来了就没有了', async () => {
  let letGo: (() => void) | undefined
  held = new Promise((done) => (letGo = done))
  open()
  await expect.poll(() => coming()?.querySelectorAll('tbody tr')).toHaveLength(12)
  const before = shape()
  expect(coming()?.hasAttribute('inert')).toBe(true)
  expect(screen.queryByRole('table')).toBeNull()
  letGo?.()
  await screen.findByRole('table')
  expect(shape()).toEqual(before)
  expect(coming()).toBeNull()
})

test('有数据：行、总数、空格子写 --，按合同能排的列才能排', async () => {
  open()
  expect(await screen.findByText('苹果')).toBeTruthy()
  expect(stateOf()).toBe('success')
  expect(screen.getByText('共 2 个水果')).toBeTruthy()
  expect(screen.getAllByText('--')).toHaveLength(2)
  const [name, none] = screen.getAllByRole('columnheader').slice(1)
  expect(name?.querySelector('button')?.textContent).toBe('名称')
  expect(none?.querySelector('button')).toBeNull()
})

test('一条都没有：说明是什么', async () => {
  rows = []
  open()
  expect(await screen.findByText('还没有水果')).toBeTruthy()
  expect(screen.getByText('水果是植物的果实。')).toBeTruthy()
  const none = screen.getByRole('button', { name: '导出 xlsx' })
  none.focus()
  expect(document.activeElement).toBe(none)
  expect((await screen.findByRole('tooltip')).textContent).toBe('现在没有可以导出的行')
})

test('筛选后没有：可以清除', async () => {
  rows = []
  const router = open('?keyword=榴莲')
  expect(await screen.findByText('没有符合条件的水果')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  expect(await screen.findByText('还没有水果')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('数据范围不到：说明只看得到什么', async () => {
  rows = []
  rememberInfo(infoOf({ groups: [{ id: 'guild', name: '公会', scope: 'org' }] }))
  open()
  expect(await screen.findByText(/你只看得到自己公会的水果/)).toBeTruthy()
})

test('没有权限：说明原因，能问为什么，没有用处的重试不给', async () => {
  refused = { code: Code.forbidden, msg: '没有权限，请联系管理员', data: { need: 'room.look' } }
  open()
  expect(await screen.findByText('没有权限，请联系管理员')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: '为什么？' }))
  expect(screen.getByText('关于 room.look')).toBeTruthy()
})

test('找不到：也能问为什么', async () => {
  refused = { code: Code.notFound, msg: '公会不存在' }
  open()
  expect(await screen.findByText('公会不存在')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: '为什么？' }))
  expect(screen.getByText('关于 room.look')).toBeTruthy()
})

test('缺权限的按钮：点它问缺的那一项；因为这一行不能做的，不问', async () => {
  rememberActions(['room.look'])
  open()
  await screen.findByText('苹果')
  const [first] = screen.getAllByRole('button', { name: '编辑' })
  if (first) fireEvent.click(first)
  expect(screen.getByText('关于 room.edit')).toBeTruthy()
  expect(performed).toEqual([])
  act(() => rememberActions(['room.look', 'room.edit']))
  const [, second] = screen.getAllByRole('button', { name: '编辑' })
  if (second) fireEvent.click(second)
  expect(screen.queryByText(/^关于/)).toBeNull()
  expect(performed).toEqual([])
})

test('出错：重试以后就有了', async () => {
  refused = { code: Code.internal, msg: '服务器错误' }
  open()
  expect(await screen.findByText('服务器错误')).toBeTruthy()
  expect(stateOf()).toBe('error')
  refused = undefined
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('苹果')).toBeTruthy()
})

test('换了筛选而没有成功：不显示原来筛选的行', async () => {
  const router = open()
  await screen.findByText('苹果')
  refused = { code: Code.internal, msg: '服务器错误' }
  act(() => void router.navigate('/?keyword=榴莲'))
  expect(await screen.findByText('服务器错误')).toBeTruthy()
  expect(screen.queryByText('苹果')).toBeNull()
  expect(stateOf()).toBe('error')
})

test('实时消息说有行变了：计数，点了才换', async () => {
  open()
  await screen.findByText('苹果')
  rows = [{ id: 'a', name: '青苹果' }]
  act(() => noteChange(api.list, ['a', 'b']))
  act(() => noteChange(api.list, ['a']))
  expect(screen.getByText('苹果')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '2 条更新 · 点击刷新' }))
  expect(await screen.findByText('青苹果')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /条更新/ })).toBeNull()
})

test('换语言：服务器用新语言的回答马上显示，不算更新', async () => {
  open()
  await screen.findByText('苹果')
  rows = [{ id: 'a', name: 'Apple' }]
  act(() => setLanguage('en'))
  expect(await screen.findByText('Apple')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /changed · refresh|点击刷新/ })).toBeNull()
})

function pressThat(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

test('按了就消失的按钮把焦点交出去：筛选给下一个，最后给查找栏；取消选择和更新给行', async () => {
  const router = open('?keyword=果&kind=甜')
  await screen.findByText('苹果')
  pressThat('去掉名称：果')
  await expect.poll(() => router.state.location.search).toBe('?kind=%E7%94%9C')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '去掉种类：甜' }))
  pressThat('去掉种类：甜')
  await expect.poll(() => router.state.location.search).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('search'))

  await screen.findByText('苹果')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择苹果' }))
  pressThat('取消选择')
  await expect.poll(() => document.activeElement?.textContent).toContain('苹果')
  act(() => noteChange(api.list, ['a']))
  pressThat('1 条更新 · 点击刷新')
  await expect.poll(() => document.activeElement?.textContent).toContain('苹果')
})

test('键盘：j k 移动，x 选中，e 编辑，拒绝的不动', async () => {
  open()
  await screen.findByText('苹果')
  press('j')
  expect(document.activeElement?.textContent).toContain('苹果')
  press('x')
  expect(screen.getByText('已选 1 个水果')).toBeTruthy()
  press('e')
  press('j')
  press('j')
  expect(document.activeElement?.textContent).toContain('香蕉')
  press('e')
  press('k')
  press('Enter')
  expect(performed).toEqual(['a', 'a'])
})

test('大写锁定开着，字母也一样', async () => {
  open()
  await screen.findByText('苹果')
  press('J')
  press('X')
  press('E')
  expect(screen.getByText('已选 1 个水果')).toBeTruthy()
  expect(performed).toEqual(['a'])
})

test('行换了位置以后，按键仍作用于有焦点的那一行；焦点不在行上就谁也不动', async () => {
  open()
  await screen.findByText('苹果')
  press('j')
  const apple = document.activeElement
  rows = [{ id: 'c', name: '樱桃' }, ...rows]
  act(() => refresh(api.list))
  await screen.findByText('樱桃')
  act(() => (apple as HTMLElement).focus())
  expect(tabStops()).toEqual([expect.stringContaining('苹果')])
  press('x')
  expect(chosen()).toEqual(['苹果'])
  press('e')
  expect(performed).toEqual(['a'])
  press('j')
  expect(document.activeElement?.textContent).toContain('香蕉')
  act(() => (document.activeElement as HTMLElement).blur())
  press('x')
  expect(chosen()).toEqual(['苹果'])
  press('k')
  expect(document.activeElement?.textContent).toContain('苹果')
})

test('换到更短的一页，仍有一行能用 Tab 到达', async () => {
  const router = open()
  await screen.findByText('苹果')
  press('j')
  press('j')
  rows = [{ id: 'c', name: '樱桃' }]
  act(() => void router.navigate('/?keyword=樱桃'))
  await screen.findByText('樱桃')
  expect(tabStops()).toEqual([expect.stringContaining('樱桃')])
})

test('输入法组字、带修饰键、在输入框里时，字母就是字母', async () => {
  open()
  await screen.findByText('苹果')
  press('j', { isComposing: true })
  press('j', { ctrlKey: true })
  expect(document.activeElement).toBe(document.body)
  press('/')
  const [first] = screen.getAllByRole('searchbox')
  expect(first?.getAttribute('aria-label')).toBe('名称')
  expect(document.activeElement).toBe(first)
  press('j')
  expect(document.activeElement).toBe(first)
})

test('单键快捷键可以关掉：字母不起作用，行上的回车照旧', async () => {
  rememberInfo(infoOf({ preferences: { shortcuts: 'off' } }))
  open()
  await screen.findByText('苹果')
  for (const key of ['j', '/', '?']) press(key)
  expect(document.activeElement).toBe(document.body)
  expect(screen.queryByRole('dialog')).toBeNull()
  const [first] = document.querySelectorAll<HTMLElement>('[data-row-at]')
  act(() => first?.focus())
  press('x')
  press('e')
  expect(chosen()).toEqual([])
  expect(performed).toEqual([])
  press('Enter')
  expect(performed).toEqual(['a'])
})
