import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { createMemoryRouter, MemoryRouter, RouterProvider, useBlocker } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import { useDraft } from '#client/drafts.ts'
import { setLanguage } from '#client/language.ts'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { PageFrame } from './page-frame.tsx'
import { PageTabs } from './page-tabs.tsx'
import './shell.i18n.ts'

const shown: readonly ScreenName[] = ['account', 'accountGroup', 'income', '403']

let isDirty = false
function Page() {
  const blocker = useBlocker(() => isDirty)
  return (
    <button type="button" onClick={() => blocker.proceed?.()}>
      离开
    </button>
  )
}
function Frame() {
  return (
    <>
      <PageTabs />
      <PageFrame />
    </>
  )
}

function AtAccount({ children }: { children: ReactNode }) {
  return <MemoryRouter initialEntries={['/account']}>{children}</MemoryRouter>
}

function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: shown.map((name) => ({
          path: screens[name].path,
          handle: { screen: name },
          Component: Page,
        })),
      },
    ],
    { initialEntries: [path] },
  )
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <RouterProvider router={router} />
    </ConfigProvider>,
  )
  return {
    go: (to: string | number) => act(() => router.navigate(to as string)),
    at: () => router.state.location.pathname + router.state.location.search,
  }
}
const tab = (name: string | RegExp) => screen.getByRole('link', { name })
const names = () => screen.queryAllByRole('link').map((link) => link.textContent)
const hrefs = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
const stops = () => screen.getAllByRole('link').map((link) => link.tabIndex)
const click = (element: Element) => act(async () => void fireEvent.click(element))
const key = (element: Element, name: string) =>
  act(async () => void fireEvent.keyDown(element, { key: name }))
function auxClick(element: Element, button: number) {
  const event = new MouseEvent('auxclick', { button, bubbles: true, cancelable: true })
  act(() => void fireEvent(element, event))
  return event
}
const choose = async (item: string) => {
  await click(screen.getByRole('button', { name: '标签操作' }))
  await click(await screen.findByRole('menuitem', { name: item }))
}

/** Three pages, the last one shown. */
async function openThree() {
  const page = open('/account?keyword=lin')
  await page.go('/group')
  await page.go('/income/live')
  return page
}

beforeEach(() => {
  localStorage.clear()
  setLanguage('zh')
  signIn('t1', person)
  rememberActions(['account.look', 'group.look', 'income.look'])
  isDirty = false
})
afterEach(() => {
  cleanup()
  signOut()
})

test('去过的页面，连同各自的筛选；现在的一个标明', async () => {
  const page = await openThree()
  expect(names()).toEqual(['账号', '账号分组', '直播收入'])
  expect(hrefs()).toEqual(['/account?keyword=lin', '/group', '/income/live'])
  expect(tab('直播收入').getAttribute('aria-current')).toBe('page')
  await click(tab('账号'))
  expect(page.at()).toBe('/account?keyword=lin')
  await page.go('/account?keyword=chen')
  expect(hrefs()).toEqual(['/account?keyword=chen', '/group', '/income/live'])
})

test('换语言，名称跟着换；没有权限页不算去过', async () => {
  const page = await openThree()
  await page.go('/403')
  act(() => setLanguage('en'))
  expect(names()).toEqual(['Accounts', 'Groups', 'Live income'])
})

test('不再有权限的页面不见了，权限回来它也回来', async () => {
  await openThree()
  act(() => rememberActions(['account.look', 'income.look']))
  expect(names()).toEqual(['账号', '直播收入'])
  act(() => rememberActions(['account.look', 'group.look', 'income.look']))
  expect(names()).toEqual(['账号', '账号分组', '直播收入'])
})

test('关掉别的，页面不动；关掉现在的，去右边，没有右边去左边', async () => {
  const page = await openThree()
  await click(screen.getByRole('button', { name: '关闭账号分组' }))
  expect(names()).toEqual(['账号', '直播收入'])
  expect(page.at()).toBe('/income/live')
  await page.go('/group')
  await click(tab('账号'))
  await click(screen.getByRole('button', { name: '关闭账号' }))
  expect(page.at()).toBe('/income/live')
  await page.go('/group')
  await click(screen.getByRole('button', { name: '关闭账号分组' }))
  expect(page.at()).toBe('/income/live')
  expect(names()).toEqual(['直播收入'])
})

test('只剩一个时不能关', async () => {
  open('/account')
  expect(screen.queryByRole('button', { name: '关闭账号' })).toBeNull()
  await key(tab('账号'), 'Delete')
  auxClick(tab('账号'), 1)
  expect(names()).toEqual(['账号'])
  await click(screen.getByRole('button', { name: '标签操作' }))
  for (const item of await screen.findAllByRole('menuitem'))
    expect(item.getAttribute('aria-disabled')).toBe('true')
})

test('中键关闭，不另开窗口；右键不关', async () => {
  await openThree()
  expect(auxClick(tab('账号'), 2).defaultPrevented).toBe(false)
  expect(names()).toHaveLength(3)
  expect(auxClick(tab('账号'), 1).defaultPrevented).toBe(true)
  expect(names()).toEqual(['账号分组', '直播收入'])
})

test('方向键、Home、End 在标签之间走，Tab 只停一处；Delete 关闭后焦点在邻居上', async () => {
  await openThree()
  expect(stops()).toEqual([-1, -1, 0])
  act(() => tab('直播收入').focus())
  await key(tab('直播收入'), 'ArrowLeft')
  expect(document.activeElement).toBe(tab('账号分组'))
  expect(stops()).toEqual([-1, 0, -1])
  await key(tab('账号分组'), 'Home')
  expect(document.activeElement).toBe(tab('账号'))
  await key(tab('账号'), 'ArrowLeft')
  expect(document.activeElement).toBe(tab('账号'))
  await key(tab('账号'), 'End')
  expect(document.activeElement).toBe(tab('直播收入'))
  await key(tab('直播收入'), 'ArrowLeft')
  await key(tab('账号分组'), 'Delete')
  expect(names()).toEqual(['账号', '直播收入'])
  expect(document.activeElement).toBe(tab('直播收入'))
  act(() => tab('直播收入').blur())
  expect(stops()).toEqual([-1, 0])
})

test('关闭其他、关闭右侧', async () => {
  const page = await openThree()
  await click(tab('账号分组'))
  await choose('关闭右侧')
  expect(names()).toEqual(['账号', '账号分组'])
  await page.go('/income/live')
  await choose('关闭其他')
  expect(names()).toEqual(['直播收入'])
  expect(page.at()).toBe('/income/live')
})

test('在别的标签上关闭其他：先去那一页', async () => {
  const page = await openThree()
  act(() => void fireEvent.contextMenu(tab('账号')))
  await click(await screen.findByRole('menuitem', { name: '关闭其他' }))
  expect(page.at()).toBe('/account?keyword=lin')
  expect(names()).toEqual(['账号'])
})

test('有没保存的：不离开，标签就还在；离开了，标签才关', async () => {
  const page = await openThree()
  isDirty = true
  await click(screen.getByRole('button', { name: '关闭直播收入' }))
  expect(page.at()).toBe('/income/live')
  expect(names()).toHaveLength(3)
  await click(screen.getByRole('button', { name: '离开' }))
  expect(page.at()).toBe('/group')
  expect(names()).toEqual(['账号', '账号分组'])
})

test('后退到关过标签的那一步，不再关一次', async () => {
  const page = await openThree()
  await click(screen.getByRole('button', { name: '关闭直播收入' }))
  await page.go('/income/live')
  await page.go(-1)
  expect(page.at()).toBe('/group')
  expect(names()).toEqual(['账号', '账号分组', '直播收入'])
})

test('有草稿的标签带着记号，说得出来', async () => {
  const { result: draft } = renderHook(() => useDraft('form'), { wrapper: AtAccount })
  await openThree()
  act(() => draft.current.keep({ nickname: '林' }))
  expect(tab('账号 有没保存的内容')).toBeTruthy()
  act(() => draft.current.drop())
  expect(tab('账号')).toBeTruthy()
})
