// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDraft } from './drafts.ts'
import { expire, signIn } from './session.ts'

const person = (uid: string) => ({
  uid,
  username: uid,
  nickname: uid,
  avatar: null,
  is_gs: 0 as const,
})

function draft(form: string, page = '/digital/actor') {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[page]}>{children}</MemoryRouter>
  )
  return renderHook(() => useDraft(form), { wrapper }).result.current
}

beforeEach(() => {
  localStorage.clear()
  signIn('t1', person('u1'))
})
afterEach(cleanup)

test('what was typed is there after the login expired and the person came back', () => {
  draft('room').keep({ name: '晚场一号' })
  expire('t1', '登录已过期')
  signIn('t2', person('u1'))
  expect(draft('room').read()).toEqual({ name: '晚场一号' })
})

test('a draft belongs to its person, page and form', () => {
  draft('room').keep({ name: '晚场一号' })
  expect(draft('other').read()).toBeUndefined()
  expect(draft('room', '/income/live').read()).toBeUndefined()
  signIn('t2', person('u2'))
  expect(draft('room').read()).toBeUndefined()
})

test('a saved form leaves no draft', () => {
  draft('room').keep({ name: '晚场一号' })
  draft('room').drop()
  expect(draft('room').read()).toBeUndefined()
})
