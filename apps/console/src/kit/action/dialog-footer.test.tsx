import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionBroke, connectionHolds, GRACE_MS } from '#client/connection.ts'
import { person } from '#client/person.fixture.ts'
import { signIn } from '#client/session.ts'
import { DialogFooter } from './dialog-footer.tsx'

beforeEach(() => {
  signIn('t1', person)
  vi.useFakeTimers()
  // The server is away: it is asked for and does not answer.
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('away')))
})
afterEach(() => {
  cleanup()
  act(connectionHolds)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const stop = () => screen.getByRole('button', { name: /停 ?播/ })

test('a dialog that is open when the server goes: its act is refused and says why; it can be closed', async () => {
  const [onAct, onClose] = [vi.fn(), vi.fn()]
  render(<DialogFooter act="停播" danger busy={false} onAct={onAct} onClose={onClose} />)
  connectionBroke()
  await act(() => vi.advanceTimersByTimeAsync(GRACE_MS + 1_000))
  expect(stop().getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(stop().getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('与服务器断开了，连上后再操作')
  fireEvent.click(stop())
  expect(onAct).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: /取 ?消/ }))
  expect(onClose).toHaveBeenCalledOnce()
  act(connectionHolds)
  fireEvent.click(stop())
  expect(onAct).toHaveBeenCalledOnce()
})
