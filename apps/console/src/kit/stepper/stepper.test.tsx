import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STEPPER } from '@kaibo/contract/facts/constants.ts'
import { Stepper } from './stepper.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const hold = () => {
  const values: (number | null)[] = []
  const { container } = render(
    <Stepper min={0} max={10} onChange={(value) => values.push(value)} />,
  )
  const up = container.querySelector('.ant-input-number-action-up, .ant-input-number-handler-up')
  if (!up) throw new Error('no step button')
  fireEvent.mouseDown(up)
  return { values, up }
}

/** Each step is drawn before the next is due, as in a browser. */
const repeat = (times: number) => {
  for (let i = 0; i < times; i++) act(() => void vi.advanceTimersByTime(STEPPER.repeatMs))
}

test('按住不放：先走一步，600 毫秒后再走，之后每 200 毫秒一步', () => {
  const { values } = hold()
  expect(values).toEqual([1])
  act(() => void vi.advanceTimersByTime(STEPPER.firstRepeatMs - 1))
  expect(values).toEqual([1])
  act(() => void vi.advanceTimersByTime(1))
  expect(values).toEqual([1, 2])
  repeat(2)
  expect(values).toEqual([1, 2, 3, 4])
})

test('到上限就停', () => {
  const { values } = hold()
  act(() => void vi.advanceTimersByTime(STEPPER.firstRepeatMs))
  repeat(20)
  expect(values.at(-1)).toBe(10)
})
