import type { CSSProperties } from 'react'
import type { Placed, Side } from './column.ts'

/** How a column is pinned to an edge of the table. */
export interface Pin {
  side: Side
  /** The innermost pinned column of its side, which casts the shadow. */
  isEdge: boolean
  /** Its distance from the edge as a CSS variable of the table, so that rows need not render when a width changes. */
  style: CSSProperties
}

/** The pins of the columns that show, by their keys. The first column always has one. */
export function pinsOf<Row>(shown: readonly Placed<Row>[]): ReadonlyMap<string, Pin> {
  const { left, right } = pinned(shown)
  return new Map([
    ...left.map(({ column }, at) => [column.key, pin('left', at, left.length)] as const),
    ...right.map(({ column }, at) => [column.key, pin('right', at, right.length)] as const),
  ])
}

/** The values of those variables. `beside`: the widths of the checkbox column (left) and of the acts (right). */
export function offsetsOf<Row>(
  shown: readonly Placed<Row>[],
  beside: Record<Side, number>,
): Record<string, string> {
  const offsets: Record<string, string> = {}
  for (const [side, columns] of Object.entries(pinned(shown)) as [Side, Placed<Row>[]][]) {
    let offset = beside[side]
    for (const [at, { width }] of columns.entries()) {
      offsets[variable(side, at)] = `${offset}px`
      offset += width
    }
  }
  return offsets
}

/** The pinned columns of each side, from the edge inwards. */
const pinned = <Row>(shown: readonly Placed<Row>[]): Record<Side, Placed<Row>[]> => ({
  left: shown.filter(({ column }, place) => place === 0 || column.pin === 'left'),
  right: shown.filter(({ column }, place) => place > 0 && column.pin === 'right').toReversed(),
})

const variable = (side: Side, at: number) => `--pin-${side}-${at}`

const pin = (side: Side, at: number, count: number): Pin => ({
  side,
  isEdge: at === count - 1,
  style: {
    [side === 'left' ? 'insetInlineStart' : 'insetInlineEnd']: `var(${variable(side, at)})`,
  },
})
