import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraft, useDraftPages } from './drafts.ts'
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
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a draft is there after the login expired and the same person logged in again', () => {
  draft('room').keep({ name: '晚场一号' })
  expire('t1', '登录已过期')
  signIn('t2', person('u1'))
  expect(draft('room').read()).toEqual({ name: '晚场一号' })
})

test('a draft is stored per person, page and form', () => {
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

test('pages with drafts are known from the first key until the last draft is dropped', () => {
  const { result } = renderHook(useDraftPages)
  expect(result.current).toEqual([])
  const [one, other] = [draft('room'), draft('plan')]
  act(() => one.keep({ name: '晚场一号' }))
  act(() => other.keep({ name: '夜' }))
  draft('account', '/account').keep({ nickname: '林' })
  expect([...new Set(result.current)].sort()).toEqual(['/digital/actor'])
  act(() => one.drop())
  expect([...result.current].sort()).toEqual(['/account', '/digital/actor'])
  act(() => other.drop())
  expect(result.current).toEqual(['/account'])
})

test('an expired draft and another person’s draft do not mark a page', () => {
  vi.useFakeTimers()
  draft('room').keep({ name: '晚场一号' })
  vi.advanceTimersByTime(7 * 24 * 3_600_000)
  expect(renderHook(useDraftPages).result.current).not.toContain('/digital/actor')
  draft('room').keep({ name: '晚场一号' })
  act(() => signIn('t2', person('u2')))
  expect(renderHook(useDraftPages).result.current).not.toContain('/digital/actor')
})
