import type { CSSProperties } from 'react'
import type { Column } from './column.ts'
import type { Pin } from './pins.ts'
import styles from './table.module.css'

type Lies = Pick<Column<never>, 'align' | 'wrap'>

/** How the cells of a column lie, and where they are held. */
export function cellProps({ align, wrap }: Lies, pin: Pin | undefined): CellProps {
  const classes = [align === 'right' && styles.right, wrap && styles.wrap, pinClass(pin)]
  return {
    className: classes.filter(Boolean).join(' ') || undefined,
    ...(pin && { style: pin.style }),
  }
}

interface CellProps {
  className: string | undefined
  style?: CSSProperties
}

function pinClass(pin: Pin | undefined): string {
  if (!pin) return ''
  const edge = pin.side === 'left' ? styles.edgeLeft : styles.edgeRight
  return pin.isEdge ? `${styles.pinned} ${edge}` : (styles.pinned ?? '')
}
