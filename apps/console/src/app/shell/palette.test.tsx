import type { ServerResponse } from 'node:http'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { Palette } from './palette.tsx'
import './shell.i18n.ts'

/** By keyword: the answers that are still owed. */
const owed = new Map<string, ServerResponse>()
serve(({ query }, response) => {
  const keyword = query.get('keyword')
  if (keyword) owed.set(keyword, response)
  else answer(response, [])
})

const answer = (response: ServerResponse | undefined, list: readonly object[]) =>
  reply(response, { data: { list, total: list.length } })

beforeEach(() => {
  localStorage.clear()
  signIn('t', person)
  rememberActions(['account.look'])
})
afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
})

const staff = (nickname: string, username: string) => ({ uid: username, nickname, username })

function show() {
  const router = createMemoryRouter([{ path: '*', element: <Palette onClose={() => {}} /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <RouterProvider router={router} />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return { at: () => router.state.location.pathname + router.state.location.search }
}

async function ask(keyword: string) {
  fireEvent.change(screen.getByRole('combobox'), { target: { value: keyword } })
  await expect.poll(() => owed.has(keyword)).toBe(true)
}
const enter = () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })

test('新问的还没有回答时，回车不会打开上一次找到的，也不说没有找到', async () => {
  const { at } = show()
  await ask('员工2')
  answer(owed.get('员工2'), [staff('员工20', 'staff20')])
  await screen.findByRole('option', { name: /员工20/ })

  await ask('员工22')
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.queryByText('没有找到')).toBeNull()
  enter()
  expect(at()).toBe('/')

  answer(owed.get('员工22'), [staff('员工22', 'staff22')])
  await screen.findByRole('option', { name: /员工22/ })
  enter()
  await expect.poll(at).toBe('/account?keyword=staff22')
})

test('回答了而没有，就说没有找到', async () => {
  show()
  await ask('没有这个人')
  answer(owed.get('没有这个人'), [])
  await expect.poll(() => screen.getByRole('status').textContent).toBe('没有找到')
})
