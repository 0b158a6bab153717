import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { Cards } from './cards.tsx'
import { arrange, type Choice, type Column, type Columns } from './column.ts'
import { ListTable } from './table.tsx'

afterEach(cleanup)

interface Sale {
  id: string
  gifts: number
  fen: number
}
const rows: Sale[] = [
  { id: 'a', gifts: 2, fen: 30 },
  { id: 'b', gifts: 5, fen: 40 },
]
const column = (key: string, more: Partial<Column<Sale>> = {}): Column<Sale> => ({
  key,
  title: asIs(key),
  width: 100,
  render: ({ id }) => `${key} ${id}`,
  ...more,
})
const sumOf = (key: 'gifts' | 'fen') => (all: readonly Sale[]) =>
  all.reduce((sum, row) => sum + row[key], 0)

const props = (columns: Columns<Sale>, choice?: Choice) => ({
  rows,
  columns: arrange(columns, choice),
  keyOf: ({ id }: Sale) => id,
  nameOf: ({ id }: Sale) => id,
  label: '流水',
})
const everyRow = {
  rows: [],
  has: () => false,
  toggle: () => {},
  set: () => {},
  keys: [],
  drop: () => {},
  clear: () => {},
}
const acts = [
  {
    name: 'look',
    label: asIs('看'),
    icon: null,
    right: 'public' as const,
    run: async () => IsOrNot.is,
    refreshes: [],
  },
]

/** The heads, line by line, each with the columns and lines that it spans where they are several. */
const heads = () =>
  [...document.querySelectorAll('thead tr')].map((line) =>
    [...line.querySelectorAll('th')].map(
      (cell) =>
        `${cell.textContent}${cell.colSpan > 1 ? ` ↔${cell.colSpan}` : ''}${cell.rowSpan > 1 ? ` ↕${cell.rowSpan}` : ''}`,
    ),
  )

test('有合计的列在表尾各占一格，第一格写“本页合计”，勾选和操作的格子空着', () => {
  const columns = [
    column('房间'),
    column('礼物', { footer: sumOf('gifts') }),
    column('备注'),
    column('金额', { align: 'right', footer: sumOf('fen') }),
  ]
  render(<ListTable {...props(columns)} selection={everyRow} actions={acts} />)
  const [, foot] = screen.getAllByRole('rowgroup').slice(-2)
  const cells = [...(foot?.querySelectorAll('th, td') ?? [])].map(({ textContent }) => textContent)
  expect(cells).toEqual(['', '本页合计', '7', '', '70', ''])
})

test('没有列要合计，就没有表尾；藏起来的列不合计', () => {
  const { unmount } = render(<ListTable {...props([column('房间'), column('备注')])} />)
  expect(document.querySelector('tfoot')).toBeNull()
  unmount()
  const hidden = [{ key: '礼物', hidden: true }]
  render(
    <ListTable {...props([column('房间'), column('礼物', { footer: sumOf('gifts') })], hidden)} />,
  )
  expect(document.querySelector('tfoot')).toBeNull()
})

test('手机上的合计是卡片后面的一张，写着是哪一列', () => {
  render(<Cards {...props([column('房间'), column('礼物', { footer: sumOf('gifts') })])} />)
  const card = within(screen.getByRole('region', { name: '本页合计' }))
  expect(card.getByText('礼物')).toBeTruthy()
  expect(card.getByText('7')).toBeTruthy()
})

const income: Columns<Sale> = [
  column('房间'),
  { title: asIs('打赏'), children: [column('礼物'), column('舰长')] },
  column('备注'),
]

test('同组的列上面有一个共同的表头，其余的表头占两行', () => {
  render(<ListTable {...props(income)} selection={everyRow} actions={acts} />)
  expect(heads()).toEqual([
    [' ↕2', '房间 ↕2', '打赏 ↔2', '备注 ↕2', '操作 ↕2'],
    ['礼物', '舰长'],
  ])
  const group = screen.getByRole('columnheader', { name: '打赏' })
  expect(group.getAttribute('scope')).toBe('colgroup')
})

test('没有分组的表只有一行表头', () => {
  render(<ListTable {...props([column('房间'), column('备注')])} />)
  expect(heads()).toEqual([['房间', '备注']])
})

test('同组的列被移开、藏起后，各段各有表头', () => {
  const choice = [{ key: '礼物' }, { key: '备注' }, { key: '舰长' }]
  const { unmount } = render(<ListTable {...props(income, choice)} />)
  expect(heads()[0]).toEqual(['房间 ↕2', '打赏', '备注 ↕2', '打赏'])
  unmount()
  render(<ListTable {...props(income, [{ key: '礼物', hidden: true }])} />)
  expect(heads()).toEqual([['房间 ↕2', '打赏', '备注 ↕2'], ['舰长']])
})

/** By how much a cell is held off an edge of the table, in pixels: the variable that it names, as the table has it. */
function held(text: string, side: 'Start' | 'End'): string | undefined {
  const cell = screen.getByText(text).closest<HTMLElement>('th, td')
  const [, name = ''] = /var\((.+)\)/.exec(cell?.style[`insetInline${side}`] ?? '') ?? []
  return name && cell?.closest('table')?.style.getPropertyValue(name)
}

test('固定的列在表边上，离边多远由它外侧的列算起', () => {
  const columns = [
    column('房间'),
    column('时间', { pin: 'right', width: 120 }),
    column('备注'),
    column('主播', { pin: 'left', width: 80 }),
    column('金额', { pin: 'right' }),
  ]
  render(<ListTable {...props(columns)} selection={everyRow} actions={acts} />)
  expect(heads()[0]).toEqual(['', '房间', '主播', '备注', '时间', '金额', '操作'])
  expect(held('房间', 'Start')).toBe('48px')
  expect(held('主播', 'Start')).toBe('148px')
  expect(held('主播 a', 'Start')).toBe('148px')
  expect(held('备注 a', 'Start')).toBe('')
  const acting = held('金额 a', 'End')
  expect(parseInt(acting ?? '', 10)).toBeGreaterThan(48)
  expect(held('时间 a', 'End')).toBe(`${parseInt(acting ?? '', 10) + 100}px`)
})

test('只有最靠里的固定列投下阴影', () => {
  const columns = [column('房间'), column('主播', { pin: 'left' }), column('备注')]
  render(<ListTable {...props(columns)} />)
  const edges = [...document.querySelectorAll('tbody tr:first-child > *')].map(({ className }) =>
    className.includes('edgeLeft'),
  )
  expect(edges).toEqual([false, true, false])
})
