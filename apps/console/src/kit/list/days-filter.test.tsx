import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DaysFilter } from './days-filter.tsx'

afterEach(cleanup)

const show = () =>
  render(
    <>
      <DaysFilter label="开播日期" from="2026-03-01" to={undefined} onChange={() => {}} />
      <button>下一个</button>
    </>,
  )
const ends = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: '开播日期' })
const isCalendar = () => document.querySelector('.ant-picker-range') !== null
const isOpen = () => document.querySelector('.ant-picker-dropdown') !== null

test('没用过时是两个框：名字、值、提示都在，没有日历', () => {
  show()
  expect(ends().map(({ value, placeholder }) => [value, placeholder])).toEqual([
    ['2026-03-01', '开始日期'],
    ['', '结束日期'],
  ])
  expect(isCalendar()).toBe(false)
})

test('走到哪个框，日历来了焦点就在哪个框，不打开', async () => {
  show()
  act(() => ends()[1]?.focus())
  await waitFor(() => expect(isCalendar()).toBe(true))
  expect(document.activeElement).toBe(ends()[1])
  expect(isOpen()).toBe(false)
})

test('按下去就打开', async () => {
  show()
  const [start] = ends()
  if (start) fireEvent.pointerDown(start)
  act(() => start?.focus())
  await waitFor(() => expect(isOpen()).toBe(true))
  expect(document.activeElement).toBe(ends()[0])
})

test('走过去了的，日历来了不抢焦点', async () => {
  show()
  const next = screen.getByRole('button', { name: '下一个' })
  act(() => {
    ends()[1]?.focus()
    next.focus()
  })
  await waitFor(() => expect(isCalendar()).toBe(true))
  expect(document.activeElement).toBe(next)
})

test('日历还没来就打的字，来了还在框里，接着打完照常生效', async () => {
  const chosen: unknown[] = []
  render(
    <DaysFilter
      label="开播日期"
      from={undefined}
      to={undefined}
      onChange={(...days) => chosen.push(days)}
    />,
  )
  const [start] = ends()
  if (!start) throw new Error('there is no box')
  act(() => {
    start.focus()
    fireEvent.change(start, { target: { value: '2026-03-0' } })
  })
  await waitFor(() => expect(isCalendar()).toBe(true))
  const [box] = ends()
  expect(box?.value).toBe('2026-03-0')
  if (box) fireEvent.change(box, { target: { value: '2026-03-02' } })
  if (box) fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(ends()[0]?.value).toBe('2026-03-02'))
})
