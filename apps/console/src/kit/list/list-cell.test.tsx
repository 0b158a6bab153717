import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useMemo, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { setLanguage } from '#client/language.ts'
import { Cards } from './cards.tsx'
import { arrange, type Choice, type Column } from './column.ts'
import type { Cursor } from './rows-props.ts'
import { useSelection } from './selection.ts'
import { ListTable } from './table.tsx'

afterEach(cleanup)

interface Run {
  id: string
}
const column = (key: string, more: Partial<Column<Run>> = {}): Column<Run> => ({
  key,
  title: asIs(key),
  width: 100,
  render: () => `${key} 1`,
  ...more,
})
const columns = [column('room'), column('time', { opens: true }), column('gift', { card: 'meta' })]

const props = (choice: Choice = []) => ({
  rows: [{ id: '1' }],
  columns: arrange(columns, choice),
  keyOf: ({ id }: Run) => id,
  nameOf: () => '场次',
  onOpen: () => {},
  label: '场次',
})
const openers = () =>
  [...document.querySelectorAll('tbody button, li button')].map((button) => button.textContent)

test('打开一行的是声明的那一列', () => {
  render(<ListTable {...props()} />)
  expect(openers()).toEqual(['time 1'])
})

test('那一列藏起以后，第一列打开它', () => {
  render(<ListTable {...props([{ key: 'time', hidden: true }])} />)
  expect(screen.queryByText('time 1')).toBeNull()
  expect(openers()).toEqual(['room 1'])
})

test('卡片上没有那一列，标题打开它', () => {
  render(<Cards {...props()} />)
  expect(openers()).toEqual(['room 1'])
})

/** Which rows were drawn, in order. */
const drawn: string[] = []
const counted: readonly Column<Run>[] = [
  {
    key: 'room',
    title: asIs('room'),
    width: 100,
    render: ({ id }, { lang }) => {
      drawn.push(id)
      return `${id} ${lang}`
    },
  },
]
const keyOf = ({ id }: Run) => id

function Page({ rows }: { rows: readonly Run[] }) {
  const [cursor, setCursor] = useState<Cursor>()
  const [widths, setWidths] = useState<Choice>()
  const selection = useSelection(keyOf, rows)
  const placed = useMemo(() => arrange(counted, widths), [widths])
  return (
    <ListTable
      rows={rows}
      columns={placed}
      keyOf={keyOf}
      nameOf={keyOf}
      selection={selection}
      cursor={cursor}
      onCursor={(next) => setCursor(next)}
      onOpen={() => {}}
      onResize={(key, width) => setWidths([{ key, width }])}
      label="场次"
    />
  )
}

/** Which rows an act draws again. */
function since(what: () => void): string {
  drawn.length = 0
  act(what)
  return drawn.toSorted((a, b) => a.localeCompare(b)).join('')
}

test('按键、选中、换了一行：只画变了的那一行；换语言都重画', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  const { rerender } = render(<Page rows={rows} />)
  expect(since(() => fireEvent.click(screen.getByRole('checkbox', { name: '选择b' })))).toBe('b')
  const third = document.querySelector<HTMLElement>('[data-row-at="2"]')
  // The row that Tab reached before, and the one that it reaches now.
  expect(since(() => third?.focus())).toBe('ac')
  expect(since(() => rerender(<Page rows={rows} />))).toBe('')
  const [a, , c] = rows
  if (!a || !c) throw new Error('there are three rows')
  expect(since(() => rerender(<Page rows={[a, { id: 'b' }, c]} />))).toBe('b')
  expect(since(() => setLanguage('en'))).toBe('abc')
  setLanguage('zh')
})

test('拖动列宽：一行也不重画', () => {
  render(<Page rows={[{ id: 'a' }, { id: 'b' }]} />)
  drawn.length = 0
  const handle = screen.getByRole('separator')
  fireEvent.pointerDown(handle, { button: 0, pointerId: 1, clientX: 0 })
  fireEvent.pointerMove(handle, { pointerId: 1, clientX: 40 })
  expect(handle.getAttribute('aria-valuenow')).not.toBe('100')
  expect(drawn).toEqual([])
})
