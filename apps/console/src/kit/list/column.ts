import type { ReactNode } from 'react'
import type { ViewState } from '@kaibo/contract/view/view.schema.ts'
import type { Lang, Words } from '@kaibo/contract/kernel/words.ts'
import { textWidth } from '#kit/cell/text-width.ts'
import type { RowContext } from './row-context.ts'

/** A column of a list, as data. The first of a list names its row: bold, always there, the title of a phone's card. */
export interface Column<Row> {
  /** Where the query's contract can sort by this name, the column can be sorted. */
  key: string
  title: Words
  width: number
  /** An empty result shows as `--`. */
  render: (row: Row, context: RowContext) => ReactNode
  align?: 'right'
  /** Where a phone's card shows it: beside the title, or below with its name. Without this, cards leave it out. */
  card?: 'status' | 'meta'
  /** Wraps; otherwise the cell is one line and cut at the column's end. */
  wrap?: boolean
  /** Its cell opens the row; where no column says so, the first does. */
  opens?: boolean
  /** Hidden until the person turns it on. */
  optional?: boolean
  /** Stays in sight at this edge while the others scroll sideways, as the first column and the acts always do. */
  pin?: Side
  /** Content of the table's last line, such as the sum of the page's rows; the line shows if any column has one. */
  footer?: (rows: readonly Row[], context: RowContext) => ReactNode
}

export type Side = 'left' | 'right'

/** Columns under a common head. If the person moves them apart, each part gets the head. */
export interface ColumnGroup<Row> {
  title: Words
  children: readonly Column<Row>[]
}

/** The columns of a list as they are declared. */
export type Columns<Row> = readonly (Column<Row> | ColumnGroup<Row>)[]

export type Choice = NonNullable<ViewState['columns']>

/** A column as the person arranged it. */
export interface Placed<Row> {
  column: Column<Row>
  width: number
  hidden: boolean
  /** The group whose head it stands under. */
  group?: ColumnGroup<Row>
}

interface Declared<Row> {
  column: Column<Row>
  group?: ColumnGroup<Row>
}

/**
 * The columns in the person's order. Columns added since are last; removed ones are ignored; pinned ones
 * are at their edge.
 */
export function arrange<Row>(columns: Columns<Row>, choice: Choice = []): Placed<Row>[] {
  const [first, ...others] = columns.flatMap<Declared<Row>>((one) =>
    'children' in one ? one.children.map((column) => ({ column, group: one })) : { column: one },
  )
  const byKey = new Map(others.map((one) => [one.column.key, one]))
  const chosen = choice.flatMap((one) => byKey.get(one.key) ?? [])
  const rest = others.filter((one) => !chosen.includes(one))
  const inOrder = [...chosen, ...rest].toSorted((a, b) => zoneOf(a.column) - zoneOf(b.column))
  return [...(first ? [first] : []), ...inOrder].map((one) => {
    const { column } = one
    const own = choice.find(({ key }) => key === column.key)
    const hidden = own ? (own.hidden ?? false) : (column.optional ?? false)
    return { ...one, width: own?.width ?? column.width, hidden: hidden && one !== first }
  })
}

/** From left to right: those pinned left, those that scroll, those pinned right. */
const zoneOf = ({ pin }: Column<never>) => (pin === 'left' ? 0 : pin === 'right' ? 2 : 1)

// Padding around a head's text, and the width of the sort arrows; in pixels.
const AROUND = 16
const ARROWS = 20

/** A column's width; unless the person set it, at least wide enough for its head. */
export function widthOf<Row>(
  { column, width }: Placed<Row>,
  sortable: readonly string[],
  lang: Lang,
): number {
  if (width !== column.width) return width
  const arrows = sortable.includes(column.key) ? ARROWS : 0
  return Math.max(width, textWidth(column.title[lang], 'bold') + AROUND + arrows)
}

/** The part of an arrangement that is stored. */
export const choiceOf = <Row>(placed: readonly Placed<Row>[]): Choice =>
  placed.map(({ column, width, hidden }) => ({
    key: column.key,
    ...(hidden ? { hidden } : {}),
    ...(width === column.width ? {} : { width }),
  }))

/** Whether it can move a step up or down: the first column is fixed, and pinned columns stay at their edge. */
export function canMove<Row>(placed: readonly Placed<Row>[], from: number, by: -1 | 1): boolean {
  const [one, other] = [placed[from], placed[from + by]]
  if (!one || !other || from < 1 || from + by < 1) return false
  return zoneOf(one.column) === zoneOf(other.column)
}

/** One step up or down. */
export function moved<Row>(placed: readonly Placed<Row>[], key: string, by: -1 | 1): Placed<Row>[] {
  const from = placed.findIndex(({ column }) => column.key === key)
  const one = placed[from]
  if (!one || !canMove(placed, from, by)) return [...placed]
  return placed.toSpliced(from, 1).toSpliced(from + by, 0, one)
}

export const MIN_WIDTH = 60
export const MAX_WIDTH = 600

const fitting = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

export const resized = <Row>(placed: readonly Placed<Row>[], key: string, width: number) =>
  placed.map((one) => (one.column.key === key ? { ...one, width: fitting(width) } : one))

/**
 * The width to store so that a cell is `cell` pixels wide on screen. A table wider than its columns stretches them all in proportion, the
 * `others` as well, to be `table` wide.
 */
export const widthFor = (cell: number, others: number, table: number) =>
  fitting(cell + others >= table ? cell : (cell * others) / (table - cell))
