import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#client/language.ts'
import { person } from '#client/person.fixture.ts'
import { expire, rememberActions, signIn, signOut } from '#client/session.ts'
import { byHand } from '#kit/progress/by-hand.fixture.ts'
import { currentTasks, startTask } from '#kit/progress/tasks.ts'
import { TaskTray } from './task-tray.tsx'

const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  setLanguage('zh')
  signIn('t1', person)
})
afterEach(() => {
  cleanup()
  signOut()
})

test('没有任务时不占地方，有了才出现', async () => {
  render(<TaskTray />)
  expect(screen.queryByRole('button')).toBeNull()
  act(() => void startTask(byHand('导出账号').job))
  expect(
    await screen.findByRole('button', { name: '任务，1 个进行中' }, { timeout: 10_000 }),
  ).toBeTruthy()
})

test.each([
  ['退出登录', () => signOut()],
  ['登录过期', () => expire('t1', '登录已过期')],
  ['换了一个人', () => signIn('t2', { ...person, uid: 'u2' })],
])('%s：任务全部取消', (_, leave) => {
  const work = byHand('导出账号')
  startTask(work.job)
  leave()
  expect(work.run().signal.aborted).toBe(true)
  expect(currentTasks()).toEqual([])
})

test('同一个登录里别的变化，不打断任务', () => {
  const work = byHand('导出账号')
  startTask(work.job)
  rememberActions(['room.look'])
  expect(work.run().signal.aborted).toBe(false)
  expect(currentTasks()).toHaveLength(1)
})

test('有任务进行时，关闭页面要先问；任务结束就不问', async () => {
  render(<TaskTray />)
  const work = byHand('停用 1 个账号')
  expect(isAsked()).toBe(false)
  act(() => void startTask(work.job))
  expect(isAsked()).toBe(true)
  await act(async () => work.run().end())
  expect(isAsked()).toBe(false)
})
