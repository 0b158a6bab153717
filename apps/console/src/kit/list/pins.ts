import type { CSSProperties } from 'react'
import type { Placed, Side } from './column.ts'

/** How a column is held in sight at an edge of the table. */
export interface Pin {
  side: Side
  /** The last one before those that scroll: it casts the shadow. */
  isEdge: boolean
  /** How far from the edge, by a variable of the table: a row is not drawn again when a width changes. */
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

/** The variables that `pinsOf` names, of the columns' widths on screen and those of the boxes and the acts beside them. */
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

/** From each edge inwards. */
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
