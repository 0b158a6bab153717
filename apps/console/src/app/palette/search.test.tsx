import type { ServerResponse } from 'node:http'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { Kind } from '@kaibo/contract/facts/kinds.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { searchApi } from '@kaibo/contract/search/search.api.ts'
import type { HitsOfKind } from '@kaibo/contract/search/search.schema.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import '../shell/shell.i18n.ts'
import { Search } from './search.tsx'

/** By keyword: the answers that are still owed. */
const owed = new Map<string, ServerResponse>()
/** The keywords that were asked for. */
let asked: string[] = []
serve(({ path, query }, response) => {
  const keyword = query.get('keyword') ?? ''
  if (path === searchApi.find.path) {
    asked.push(keyword)
    owed.set(keyword, response)
  } else if (path === authApi.menus.path) reply(response, { data: { list: MENUS } })
  else if (path === roomApi.list.path) reply(response, { data: { list: ROOMS, total: 2 } })
  else reply(response, { data: { list: [], total: 0 } })
})

const page = (path: string, name: string) => ({ id: path, name, path, icon: '', children: [] })
const MENUS = [
  {
    ...page('', '账号与权限'),
    children: [page('/account', '账号'), page('/group', '账号分组')],
  },
]
const room = (room_code: string, name: string, state: string) => ({
  room_code,
  name,
  state,
  account: { account_id: 'a', nickname: '小号', platform: 'bilibili' },
  run: null,
})
const ROOMS = [room('R1', '阿狸夜读', 'living'), room('R2', '阿狸早读', 'idle')]

beforeEach(() => {
  localStorage.clear()
  owed.clear()
  asked = []
  signIn('t', person)
  rememberActions(['account.look', 'account.add', 'room.look', 'room.play'])
})
afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
})

function show() {
  const router = createMemoryRouter([{ path: '*', element: <Search /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <App component={false}>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return { at: () => router.state.location.pathname + router.state.location.search }
}

const open = () => fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
const field = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more })
type Hit = HitsOfKind['hits'][number]
const hit = (name: string, more: Partial<Hit> = {}): Hit => ({
  id: name,
  name: `员工${name}`,
  code: name,
  note: '',
  state: null,
  ...more,
})
const found = (keyword: string, kind: Kind, hits: readonly Hit[]) =>
  reply(owed.get(keyword), { data: { list: [{ kind, hits, more: false }] } })
const answer = (keyword: string, ...people: string[]) =>
  found(
    keyword,
    'account',
    people.map((name) => hit(name)),
  )
const isAsked = (keyword: string) => expect.poll(() => owed.has(keyword)).toBe(true)
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

test('下一个键已经打进搜索框，列表还没有加载出来也不丢；那时按的回车，等有了结果就打开', async () => {
  const { at } = show()
  open()
  expect(document.activeElement).toBe(field())
  type('zhfz')
  press('Enter')
  expect(options()).toEqual([])
  await expect.poll(at).toBe('/group')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('找到的直播间说明它现在怎样', async () => {
  show()
  open()
  type('夜读')
  await isAsked('夜读')
  found('夜读', 'room', [
    hit('a', { name: '夜读一', state: 'living' }),
    hit('b', { name: '夜读二', state: 'ended' }),
  ])
  await expect.poll(options).toEqual(['夜读一直播中a', '夜读二未开播b'])
})

test('旧的回答晚到，不盖住新的；回车等新的回答', async () => {
  const { at } = show()
  open()
  type('员工2')
  await isAsked('员工2')
  type('员工22')
  press('Enter')
  await isAsked('员工22')
  answer('员工2', 'staff2')
  answer('员工22', 'staff22')
  await expect.poll(at).toBe('/account?keyword=staff22')
})

test('新问的还没有回答时，上一次找到的还看得到，回车不打开它', async () => {
  const { at } = show()
  open()
  type('员工2')
  await isAsked('员工2')
  answer('员工2', 'staff20')
  await screen.findByRole('option', { name: /staff20/ })
  type('员工22')
  press('Enter')
  await isAsked('员工22')
  expect(screen.getByRole('option', { name: /staff20/ })).toBeTruthy()
  expect(screen.queryByText('没有找到')).toBeNull()
  expect(at()).toBe('/')
  answer('员工22', 'staff22')
  await expect.poll(at).toBe('/account?keyword=staff22')
})

test('接着打字，先前的回车就不算了', async () => {
  const { at } = show()
  open()
  type('员工2')
  press('Enter')
  type('员工23')
  await isAsked('员工23')
  answer('员工23', 'staff23')
  await screen.findByRole('option', { name: /staff23/ })
  expect(at()).toBe('/')
})

test('打得快，只问最后的；回答了而没有，就说没有找到；失败就说为什么', async () => {
  show()
  open()
  await screen.findByRole('option', { name: /账号分组/ })
  for (const text of ['没', '没有', '没有这', '没有这个人']) type(text)
  await isAsked('没有这个人')
  expect(asked).toEqual(['没有这个人'])
  reply(owed.get('没有这个人'), { data: { list: [] } })
  await expect.poll(() => screen.getByRole('status').textContent).toBe('没有找到')
  // For one letter or sign the server is not asked.
  type('%')
  await expect.poll(() => screen.getByRole('status').textContent).toBe('没有找到')
  type('坏了的')
  await isAsked('坏了的')
  reply(owed.get('坏了的'), { code: 1009, msg: '查询繁忙，请稍后重试' })
  await expect
    .poll(() => screen.getByRole('status').textContent)
    .toBe('没能搜索：查询繁忙，请稍后重试')
})

/** An event of a moment: the guard looks at when. */
const keyAt = (timeStamp: number, more: object = {}) => {
  const event = createEvent.keyDown(field(), { key: 'Enter', ...more })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  fireEvent(field(), event)
}

describe('输入法', () => {
  test('还在组字时不搜索，选字的回车和方向键不是给列表的', async () => {
    const { at } = show()
    open()
    await screen.findByRole('option', { name: /账号分组/ })
    fireEvent.compositionStart(field())
    type("zh'fz")
    for (const more of [{ isComposing: true }, { keyCode: 229 }]) press('Enter', more)
    press('ArrowDown', { isComposing: true })
    expect(screen.getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true')
    expect(asked).toEqual([])
    expect(at()).toBe('/')

    type('账号分组')
    const ended = createEvent.compositionEnd(field())
    Object.defineProperty(ended, 'timeStamp', { value: 5_000 })
    fireEvent(field(), ended)
    // WebKit tells of the Enter after the composition has ended.
    keyAt(5_020)
    expect(at()).toBe('/')
    await isAsked('账号分组')
    keyAt(5_500)
    await expect.poll(at).toBe('/group')
  })
})

describe('操作', () => {
  test('停播 阿狸：在播的问一句再停，不在播的说为什么不能', async () => {
    show()
    open()
    type('停播 阿狸')
    const idle = await screen.findByRole('option', { name: /早读/ })
    expect(idle.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(idle)
    expect(screen.getByRole('status').textContent).toBe('不能停播 阿狸早读：未在直播')
    fireEvent.click(screen.getByRole('option', { name: /夜读/ }))
    expect(await screen.findByRole('dialog', { name: /阿狸夜读/ })).toBeTruthy()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('选了要做什么，就接着问哪一间；打了就列出来；没有权限的新增说缺什么', async () => {
    show()
    open()
    const which = await screen.findByRole('option', { name: /停播\s*：输入直播间名称/ })
    fireEvent.click(which)
    expect(field().value).toBe('停播 ')
    expect(document.activeElement).toBe(field())
    expect(await screen.findByRole('option', { name: /夜读/ })).toBeTruthy()
    expect(screen.queryByRole('option', { name: /输入直播间名称/ })).toBeNull()
    type('tb')
    expect(await screen.findByRole('option', { name: /夜读/ })).toBeTruthy()
    type('新增公会')
    const refused = await screen.findByRole('option', { name: /新增公会/ })
    fireEvent.click(refused)
    expect(screen.getByRole('status').textContent).toMatch(/不能新增公会：没有新增权限（org\.add）/)
  })
})

test('打开时，最近选过的在最前面；退出登录后不留下名字', async () => {
  const { at } = show()
  open()
  type('员工2')
  await isAsked('员工2')
  answer('员工2', 'staff2')
  fireEvent.click(await screen.findByRole('option', { name: /staff2/ }))
  await expect.poll(at).toBe('/account?keyword=staff2')
  open()
  await screen.findByRole('option', { name: /账号分组/ })
  expect(screen.getAllByRole('group')[0]?.textContent).toMatch(/^最近.*员工staff2/)
  press('Enter')
  await expect.poll(at).toBe('/account?keyword=staff2')
  expect(JSON.stringify(localStorage)).toContain('staff2')
  signOut()
  expect(JSON.stringify(localStorage)).not.toContain('staff2')
})
