import type { Column } from './column.ts'
import styles from './table.module.css'

/** How the cells of a column lie. */
export const classOf = ({ align, wrap }: Pick<Column<never>, 'align' | 'wrap'>) =>
  [align === 'right' && styles.right, wrap && styles.wrap].filter(Boolean).join(' ') || undefined
