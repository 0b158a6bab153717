import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Count, Instant, isEmptyCell, Money, Text } from './cell.tsx'
import { Code } from './code.tsx'
import { CopyLine } from './copy-line.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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
  expect(render(<Money fen={0} />).container.textContent).toBe('0.00')
})

test('今天的时刻写今天，别的写日期，悬停给出完整时刻', () => {
  const now = Date.now()
  const { container } = render(<Instant at={now} />)
  expect(container.textContent).toMatch(/^今天 \d\d:\d\d$/)
  expect(container.querySelector('time')?.title).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 北京时间$/,
  )
  cleanup()
  expect(render(<Instant at={0} />).container.textContent).toBe('--')
})

test('时刻是北京时间，机器在哪个时区都一样', () => {
  // Five past midnight in Shanghai, when it is still the day before in New York.
  const { container } = render(<Instant at={Date.UTC(2020, 0, 31, 16, 5)} />)
  expect(container.textContent).toBe('2020-02-01 00:05')
  expect(container.querySelector('time')?.title).toBe('2020-02-01 00:05:00 北京时间')
})

test('编号的名字说明点了会复制，点过有回音；没有 HTTPS 又复制不了时也说明', async () => {
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  vi.stubGlobal('navigator', { clipboard })
  render(<Code value="K7M2P9QX" label="直播间" />)
  const code = screen.getByRole('button', { name: '直播间 K7M2P9QX · 点击复制' })
  fireEvent.click(code)
  expect((await screen.findByRole('status')).textContent).toBe('已复制')
  expect(copied).toEqual(['K7M2P9QX'])
  vi.stubGlobal('navigator', {})
  fireEvent.click(code)
  expect(await screen.findByText(/没能复制/)).toBeTruthy()
})

test('整行复制：不能复制时说明，不装作已复制', async () => {
  vi.stubGlobal('navigator', {})
  render(<CopyLine label="初始密码" text="river-stone" />)
  fireEvent.click(screen.getByRole('button', { name: '复制 初始密码' }))
  expect((await screen.findByRole('alert')).textContent).toContain('没能复制')
  expect(screen.queryByText('已复制')).toBeNull()
})
