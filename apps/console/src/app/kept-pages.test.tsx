import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { KeptPages } from './kept-pages.tsx'
import { PageFrame } from './shell/page-frame.tsx'
import { closeTabs } from './shell/visits.ts'
import './shell/shell.i18n.ts'

const account = screens.account.path
const income = screens.income.path
/** What the accounts' page began and ended, and each drawing of its rows by its query. */
const log: string[] = []
const drawn: string[] = []

function Account() {
  const [params] = useSearchParams()
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    log.push('begins')
    return () => void log.push('rests')
  }, [])
  return (
    <>
      <h1>账号</h1>
      <Rows query={params.toString()} />
      <input aria-label="备注" />
      <button onClick={() => setAsks(true)}>停用</button>
      {asks ? <Modal open title="停用？" /> : null}
    </>
  )
}

function Rows({ query }: { query: string }) {
  drawn.push(query)
  return <p>{query}</p>
}

async function open(path: string) {
  const routes = {
    Component: PageFrame,
    children: [
      {
        Component: KeptPages,
        children: [
          { path: account, handle: { screen: 'account' }, element: <Account /> },
          { path: income, handle: { screen: 'income' }, element: <h1>直播收入</h1> },
        ],
      },
    ],
  }
  const router = createMemoryRouter([{ Component: Outlet, children: [routes] }], {
    initialEntries: [path],
  })
  render(<RouterProvider router={router} />)
  return (to: string) => act(async () => router.navigate(to))
}
const note = () => screen.getByRole<HTMLInputElement>('textbox', { name: '备注' })

beforeEach(() => {
  log.length = 0
  drawn.length = 0
  sessionStorage.clear()
  signIn('t1', person)
  rememberActions(['account.look', 'income.look'])
})
afterEach(() => {
  cleanup()
  act(() => signOut())
})

test('离开再回来：还是原来的样子，离开时停下，回来时不重画', async () => {
  const go = await open(`${account}?keyword=a`)
  fireEvent.change(note(), { target: { value: '写了一半' } })
  await go(`${income}?keyword=b`)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(log).toEqual(['begins', 'rests'])
  const before = drawn.length
  await go(`${account}?keyword=a`)
  expect(note().value).toBe('写了一半')
  expect(log).toEqual(['begins', 'rests', 'begins'])
  expect(drawn.slice(before)).toEqual([])
  expect(document.activeElement?.textContent).toBe('账号')
  await go(income)
  await go(`${account}?keyword=c`)
  expect(drawn.at(-1)).toBe('keyword=c')
  expect(drawn).not.toContain('keyword=b')
})

test('标签关了，它的页也不留', async () => {
  const go = await open(account)
  fireEvent.change(note(), { target: { value: '写了一半' } })
  await go(income)
  act(() => closeTabs([account]))
  await go(account)
  expect(note().value).toBe('')
})

test('上面还开着对话框就离开的页不留：回来没有对话框', async () => {
  const go = await open(account)
  fireEvent.click(screen.getByRole('button', { name: '停用' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await go(income)
  expect(screen.queryByRole('dialog')).toBeNull()
  await go(account)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(note().value).toBe('')
})
