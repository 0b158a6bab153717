import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { arrange, type Column } from './column.ts'
import { ListTable } from './table.tsx'

const kept: [string, number][] = []
beforeEach(() => {
  kept.length = 0
})
afterEach(cleanup)

const column = (key: string): Column<{ id: string }> => ({
  key,
  title: asIs(key),
  width: 100,
  render: () => key,
})

function open() {
  render(
    <ListTable
      rows={[{ id: '1' }]}
      columns={arrange([column('名称'), column('时间')])}
      keyOf={({ id }) => id}
      nameOf={() => '一'}
      label="水果"
      onResize={(key, width) => kept.push([key, width])}
    />,
  )
  const [handle] = screen.getAllByRole('separator')
  if (!handle) throw new Error('no handle')
  const cell = handle.closest('th')
  const table = handle.closest('table')
  // Nothing is laid out here: as wide as it would be, stretched to twice its columns.
  if (cell) cell.getBoundingClientRect = () => new DOMRect(0, 0, 200, 48)
  if (table) table.getBoundingClientRect = () => new DOMRect(0, 0, 400, 96)
  return handle
}
const at = (clientX: number, button = 0) => ({ pointerId: 1, clientX, button })

test('拖动时先看见，松手才留下；边跟着指针走', () => {
  const handle = open()
  fireEvent.pointerDown(handle, at(200))
  fireEvent.pointerMove(handle, at(230))
  expect(handle.getAttribute('aria-valuenow')).toBe('135')
  expect(kept).toEqual([])
  fireEvent.pointerUp(handle, at(230))
  expect(kept).toEqual([['名称', 135]])
  fireEvent.pointerMove(handle, at(300))
  expect(kept).toHaveLength(1)
})

test('右键不拖；没有动过的不留；被系统收走的不留，恢复原来的宽度', () => {
  const handle = open()
  fireEvent.pointerDown(handle, at(200, 2))
  fireEvent.pointerMove(handle, at(230, 2))
  expect(handle.getAttribute('aria-valuenow')).toBe('100')
  fireEvent.pointerDown(handle, at(200))
  fireEvent.pointerUp(handle, at(200))
  fireEvent.pointerDown(handle, at(200))
  fireEvent.pointerMove(handle, at(230))
  fireEvent.lostPointerCapture(handle, at(230))
  fireEvent.pointerMove(handle, at(260))
  expect(handle.getAttribute('aria-valuenow')).toBe('100')
  expect(kept).toEqual([])
})
