// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OptionSelect } from './option-select.tsx'

afterEach(cleanup)

const rows = [
  { uid: 'a', name: '甲' },
  { uid: 'b', name: '乙' },
]
const open = () => fireEvent.mouseDown(screen.getByRole('combobox'))

test('默认取 uid 为值、name 为名', () => {
  const chosen: (string | undefined)[] = []
  render(<OptionSelect rows={rows} loading={false} onChange={(value) => chosen.push(value)} />)
  open()
  fireEvent.click(screen.getByTitle('乙'))
  expect(chosen).toEqual(['b'])
})

test('带“全部”时，请选择排在最前，值为空', () => {
  const chosen: (string | undefined)[] = []
  render(
    <OptionSelect rows={rows} loading={false} all value="a" onChange={(v) => chosen.push(v)} />,
  )
  open()
  const titles = [...document.querySelectorAll('.ant-select-item-option')].map((o) => o.textContent)
  expect(titles).toEqual(['请选择', '甲', '乙'])
  fireEvent.click(screen.getByTitle('请选择'))
  expect(chosen).toEqual([undefined])
})

test('不能选的一项留在原位并说明原因', () => {
  const chosen: (string | undefined)[] = []
  render(
    <OptionSelect
      rows={rows}
      loading={false}
      refuse={(row) => (row.uid === 'a' ? '已用于一号间' : undefined)}
      onChange={(value) => chosen.push(value)}
    />,
  )
  open()
  fireEvent.click(screen.getByTitle('甲（已用于一号间）'))
  expect(chosen).toEqual([])
})

test('加载失败只结束加载状态', () => {
  const { container, rerender } = render(<OptionSelect rows={undefined} loading />)
  expect(container.querySelector('.anticon-loading')).not.toBeNull()
  rerender(<OptionSelect rows={undefined} loading={false} />)
  expect(container.querySelector('.anticon-loading')).toBeNull()
})
