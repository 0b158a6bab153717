import { expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import {
  arrange,
  canMove,
  choiceOf,
  moved,
  resized,
  widthFor,
  widthOf,
  type Column,
  type Placed,
} from './column.ts'

const column = (key: string, more: Partial<Column<object>> = {}): Column<object> => ({
  key,
  title: asIs(key),
  width: 100,
  render: () => key,
  ...more,
})
const columns = [column('name'), column('a'), column('b'), column('c', { optional: true })]

const shown = (placed: readonly Placed<object>[]) =>
  placed.map((one) => (one.hidden ? `(${one.column.key})` : one.column.key)).join(' ')

test('没有选择时按声明的顺序，可选的列藏起', () => {
  expect(shown(arrange(columns))).toBe('name a b (c)')
})

test('按选择的顺序、显隐和宽度；第一列总在第一个、总显示', () => {
  const placed = arrange(columns, [
    { key: 'c' },
    { key: 'a', hidden: true },
    { key: 'name', hidden: true },
    { key: 'b', width: 240 },
  ])
  expect(shown(placed)).toBe('name c (a) b')
  expect(placed.at(-1)?.width).toBe(240)
})

test('新版本多出来的列排在后面，已经没有的列不算数', () => {
  expect(shown(arrange(columns, [{ key: 'b' }, { key: 'gone' }]))).toBe('name b a (c)')
})

test('存下的选择再读出来是同一个样子', () => {
  const placed = resized(moved(arrange(columns), 'b', -1), 'a', 180)
  expect(arrange(columns, choiceOf(placed))).toEqual(placed)
  expect(choiceOf(arrange(columns))).toEqual([
    { key: 'name' },
    { key: 'a' },
    { key: 'b' },
    { key: 'c', hidden: true },
  ])
})

test('第一列不动，别的列不能移到它前面，也不能移出去', () => {
  const placed = arrange(columns)
  expect(shown(moved(placed, 'b', -1))).toBe('name b a (c)')
  for (const [key, by] of [
    ['name', 1],
    ['a', -1],
    ['c', 1],
    ['gone', 1],
  ] as const)
    expect(shown(moved(placed, key, by))).toBe('name a b (c)')
})

const widths = (width: number) => resized(arrange(columns), 'a', width)[1]?.width

test('列宽有上下限', () => {
  expect([widths(1), widths(10_000), widths(99.6)]).toEqual([60, 600, 100])
})

test('要格子在屏幕上有多宽，列宽就是多少：表格有空余时各列一起拉宽', () => {
  expect(widthFor(300, 900, 1000), '没有空余').toBe(300)
  const width = widthFor(340, 480, 1200)
  expect((width / (width + 480)) * 1200).toBeCloseTo(340, 0)
  expect([widthFor(-50, 480, 1200), widthFor(1150, 480, 1200)]).toEqual([60, 600])
})

test('没有人设过宽度的列放得下自己的表头；设过的就是那么宽', () => {
  const long = column('long', { title: asIs('Rooms · live accounts'), width: 60 })
  const [head] = arrange([long])
  const [set] = arrange([long], [{ key: 'long', width: 80 }])
  if (!head || !set) throw new Error('no column')
  expect(widthOf(head, [], 'zh')).toBe(21 * 9.5 + 16)
  expect(widthOf(head, ['long'], 'zh')).toBe(21 * 9.5 + 16 + 20)
  expect(widthOf(set, ['long'], 'zh')).toBe(80)
  expect(
    widthOf({ ...head, column: column('long', { title: asIs('短'), width: 60 }) }, [], 'zh'),
  ).toBe(60)
})

test('固定的列站在自己的边上，存下的顺序也一样；只在同一边里移动', () => {
  const pinned = [
    column('name'),
    column('sum', { pin: 'right' }),
    column('a'),
    column('who', { pin: 'left' }),
    column('b'),
  ]
  const placed = arrange(pinned, [{ key: 'b' }, { key: 'sum' }])
  expect(shown(placed)).toBe('name who b a sum')
  expect(canMove(placed, 2, 1)).toBe(true)
  expect(canMove(placed, 2, -1)).toBe(false)
  expect(canMove(placed, 3, 1)).toBe(false)
  expect(shown(moved(placed, 'a', 1))).toBe('name who b a sum')
})
