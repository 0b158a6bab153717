import { act, cleanup, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { PageFrame } from './page-frame.tsx'
import { PageTabs } from './page-tabs.tsx'
import './shell.i18n.ts'

let name: string | undefined

function Room() {
  useRecordTitle(name)
  return <h1>{name ?? '……'}</h1>
}
function Frame() {
  return (
    <>
      <Breadcrumbs />
      <PageTabs />
      <PageFrame />
    </>
  )
}

function open(path: string) {
  const room = screens.room.path
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { path: room, handle: { screen: 'room' }, Component: Room },
          {
            path: screens.digitalActor.path,
            handle: { screen: 'digitalActor' },
            element: <h1>数字主播</h1>,
          },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}
const crumbs = () =>
  within(screen.getByRole('navigation', { name: '位置' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const tabs = () =>
  within(screen.getByRole('navigation', { name: '打开过的页面' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(() => {
  sessionStorage.clear()
  signIn('t1', person)
  rememberActions(['room.look'])
})
afterEach(() => {
  cleanup()
  signOut()
})

test('a record’s page has the record’s name in its tab, the breadcrumbs and the window title', async () => {
  name = '夜谈'
  const router = open('/digital/room/K7M2P9QX')
  await expect.poll(tabs).toEqual(['夜谈'])
  expect(crumbs()).toEqual(['直播间', '数字主播', '夜谈'])
  expect(document.title).toBe('夜谈 · 开播 Kaibo')
  const parent = screen.getByRole('link', { name: '数字主播' })
  expect(parent.getAttribute('href')).toBe('/digital/actor')
  name = '早间'
  await act(() => router.navigate('/digital/room/AAAAAAAA'))
  await expect.poll(tabs).toEqual(['夜谈', '早间'])
  await act(() => router.navigate('/digital/actor'))
  await expect.poll(tabs).toEqual(['夜谈', '早间', '数字主播'])
  expect(crumbs()).toEqual(['直播间', '数字主播'])
})

test('until the record is loaded, its page is shown under its list', () => {
  name = undefined
  open('/digital/room/K7M2P9QX')
  expect(crumbs()).toEqual(['直播间', '数字主播'])
  expect(tabs()).toEqual(['数字主播'])
})
