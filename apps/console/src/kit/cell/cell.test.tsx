// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Count, Instant, isEmptyCell, Money, Text } from './cell.tsx'

afterEach(cleanup)

test('空、未定义和空对象显示 --', () => {
  expect([undefined, null, '', {}, []].every(isEmptyCell)).toBe(true)
  expect([0, '0', { a: 1 }, false].some(isEmptyCell)).toBe(false)
  const { container } = render(
    <>
      <Text value="" /> <Money fen={null} /> <Count value={undefined} />
    </>,
  )
  expect(container.textContent).toBe('-- -- --')
})

test('金额按元显示，零就是零', () => {
  expect(render(<Money fen={1_234_560} />).container.textContent).toBe('12,345.60')
  cleanup()
  expect(render(<Money fen={0} sign />).container.textContent).toBe('¥0.00')
})

test('今天的时刻写今天，别的写日期，悬停给出完整时刻', () => {
  const now = Date.now()
  const { container } = render(<Instant at={now} today="今天" />)
  expect(container.textContent).toMatch(/^今天 \d\d:\d\d$/)
  expect(container.querySelector('time')?.title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  cleanup()
  expect(render(<Instant at={0} today="今天" />).container.textContent).toBe('--')
})
