import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { PageFrame } from './page-frame.tsx'
import './shell.i18n.ts'

function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        Component: PageFrame,
        children: [
          {
            path: screens.digitalActor.path,
            handle: { screen: 'digitalActor' },
            element: <h1>数字主播</h1>,
          },
          { path: screens.income.path, handle: { screen: 'income' }, element: <h1>直播收入</h1> },
          { path: screens['403'].path, handle: { screen: '403' }, element: <h1>没有权限</h1> },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}
const at = ({ state }: ReturnType<typeof open>) => state.location.pathname + state.location.search

/** What is in `main` is as long as this: happy-dom lays nothing out. */
let length = 0
Object.defineProperty(HTMLElement.prototype, 'scrollTop', {
  configurable: true,
  get(this: HTMLElement) {
    return Number(this.dataset['top'] ?? 0)
  },
  set(this: HTMLElement, top: number) {
    this.dataset['top'] = String(Math.min(top, length))
  },
})
const main = () => screen.getByRole('main')
function scrollTo(top: number) {
  main().scrollTop = top
  fireEvent.scroll(main())
}
/** The page gets its rows. */
async function grow(to: number) {
  length = to
  await act(async () => main().append(document.createElement('p')))
}

beforeEach(() => {
  length = 0
  localStorage.clear()
  sessionStorage.clear()
  signIn('t1', person)
})
afterEach(() => {
  cleanup()
  signOut()
})

test('a page whose right is missing is refused', async () => {
  rememberActions(['room.look'])
  const router = open('/income/live')
  expect(await screen.findByRole('heading', { name: '没有权限' })).toBeTruthy()
  expect(at(router)).toBe('/403?need=income.look')
})

test('until the rights are known, no page is shown and none is refused', () => {
  const router = open('/income/live')
  expect(screen.queryByRole('heading')).toBeNull()
  expect(at(router)).toBe('/income/live')
  act(() => rememberActions(['income.look']))
  expect(screen.getByRole('heading', { name: '直播收入' })).toBeTruthy()
})

test('losing the right closes the page', async () => {
  rememberActions(['income.look'])
  const router = open('/income/live')
  act(() => rememberActions([]))
  await expect.poll(() => at(router)).toBe('/403?need=income.look')
})

test('a change of page sets title and focus, and is announced', async () => {
  rememberActions(['income.look', 'room.look'])
  const router = open('/digital/actor')
  expect(document.title).toBe('数字主播 · 开播 Kaibo')
  expect(document.activeElement).toBe(document.body)
  await act(() => router.navigate('/income/live'))
  expect(document.title).toBe('直播收入 · 开播 Kaibo')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '直播收入' }))
  expect(screen.getByText('已打开直播收入')).toBeTruthy()
})

test('a change of the page’s query does not move the focus', async () => {
  rememberActions(['income.look'])
  const router = open('/income/live')
  await act(() => router.navigate('/income/live?page=2'))
  expect(document.activeElement).toBe(document.body)
})

test('coming back restores the scroll position once the page is long enough', async () => {
  rememberActions(['income.look', 'room.look'])
  const router = open('/income/live?page=2')
  length = 900
  scrollTo(640)
  length = 0
  await act(() => router.navigate('/digital/actor'))
  expect(main().scrollTop).toBe(0)
  await act(() => router.navigate('/income/live?page=2'))
  await grow(300)
  expect(main().scrollTop).toBe(300)
  await grow(900)
  expect(main().scrollTop).toBe(640)
  await grow(2000)
  expect(main().scrollTop).toBe(640)
})

test('another address of the same page starts at the top', async () => {
  rememberActions(['income.look', 'room.look'])
  const router = open('/income/live?page=2')
  length = 900
  scrollTo(640)
  await act(() => router.navigate('/digital/actor'))
  await act(() => router.navigate('/income/live'))
  expect(main().scrollTop).toBe(0)
})

test('scrolling before the position is restored cancels it', async () => {
  rememberActions(['income.look', 'room.look'])
  const router = open('/income/live')
  length = 900
  scrollTo(640)
  await act(() => router.navigate('/digital/actor'))
  length = 100
  await act(() => router.navigate('/income/live'))
  fireEvent.wheel(main())
  scrollTo(20)
  await grow(900)
  expect(main().scrollTop).toBe(20)
})

test('a page that is still too short keeps the stored position', async () => {
  rememberActions(['income.look', 'room.look'])
  const router = open('/income/live')
  length = 900
  scrollTo(640)
  for (const short of [0, 0]) {
    length = short
    await act(() => router.navigate('/digital/actor'))
    await act(() => router.navigate('/income/live'))
    fireEvent.scroll(main())
  }
  await grow(900)
  expect(main().scrollTop).toBe(640)
})
