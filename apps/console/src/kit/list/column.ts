import type { ReactNode } from 'react'
import type { ViewState } from '@kaibo/contract/view/view.schema.ts'
import type { Localized } from '#client/language.ts'
import { textWidth } from '#kit/cell/text-width.ts'
import type { RowContext } from './row-context.ts'

/** A column of a list, as data. The first of a list names its row: bold, always there, the title of a phone's card. */
export interface Column<Row> {
  /** Where the query's contract can sort by this name, the column can be sorted. */
  key: string
  title: Localized
  width: number
  /** Nothing, or nothing in it, shows as `--`. */
  render: (row: Row, context: RowContext) => ReactNode
  align?: 'right'
  /** On a phone's card: beside the title, or under it with its name. Else it is left out there. */
  card?: 'status' | 'meta'
  /** As many lines as it takes; else one, cut where the column ends. */
  wrap?: boolean
  /** Its cell opens the row; where no column says so, the first does. */
  opens?: boolean
  /** Shown once somebody asks for it. */
  optional?: boolean
}

export type Choice = NonNullable<ViewState['columns']>

/** A column as the person has it. */
export interface Placed<Row> {
  column: Column<Row>
  width: number
  hidden: boolean
}

/** The columns in the person's order. One that came since stands at its declared end; one that is gone is forgotten. */
export function arrange<Row>(columns: readonly Column<Row>[], choice: Choice = []): Placed<Row>[] {
  const [first, ...others] = columns
  const byKey = new Map(others.map((column) => [column.key, column]))
  const chosen = choice.flatMap((one) => byKey.get(one.key) ?? [])
  const rest = others.filter((column) => !chosen.includes(column))
  return [...(first ? [first] : []), ...chosen, ...rest].map((column) => {
    const own = choice.find((one) => one.key === column.key)
    const hidden = own ? (own.hidden ?? false) : (column.optional ?? false)
    return { column, width: own?.width ?? column.width, hidden: hidden && column !== first }
  })
}

// What stands around the words of a head, and the arrows of one that sorts; in pixels.
const AROUND = 16
const ARROWS = 20

/** The width of a column that nobody has set holds its head, in whatever language. */
export function widthOf<Row>({ column, width }: Placed<Row>, sortable: readonly string[]): number {
  if (width !== column.width) return width
  const arrows = sortable.includes(column.key) ? ARROWS : 0
  return Math.max(width, textWidth(column.title(), 'bold') + AROUND + arrows)
}

/** What of an arrangement is worth keeping. */
export const choiceOf = <Row>(placed: readonly Placed<Row>[]): Choice =>
  placed.map(({ column, width, hidden }) => ({
    key: column.key,
    ...(hidden ? { hidden } : {}),
    ...(width === column.width ? {} : { width }),
  }))

/** One step up or down; the first column keeps its place. */
export function moved<Row>(placed: readonly Placed<Row>[], key: string, by: -1 | 1): Placed<Row>[] {
  const from = placed.findIndex(({ column }) => column.key === key)
  const to = from + by
  const one = placed[from]
  if (!one || from < 1 || to < 1 || to >= placed.length) return [...placed]
  return placed.toSpliced(from, 1).toSpliced(to, 0, one)
}

export const MIN_WIDTH = 60
export const MAX_WIDTH = 600

const fitting = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

export const resized = <Row>(placed: readonly Placed<Row>[], key: string, width: number) =>
  placed.map((one) => (one.column.key === key ? { ...one, width: fitting(width) } : one))

/**
 * The width that makes a column's cell `cell` wide on screen: a table with room to spare stretches all columns alike, the
 * `others` as well, to be `table` wide.
 */
export const widthFor = (cell: number, others: number, table: number) =>
  fitting(cell + others >= table ? cell : (cell * others) / (table - cell))
