import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { cellProps } from './cell-class.ts'
import { MAX_WIDTH, MIN_WIDTH, widthFor, type Column } from './column.ts'
import type { Pin } from './pins.ts'
import styles from './table.module.css'

const STEP = 16

interface HeadCellProps<Row> {
  column: Column<Row>
  pin: Pin | undefined
  /** Lines of the head that this cell spans: 2 in a table with grouped heads. */
  lines: number
  width: number
  /** The direction, if the list is sorted by this column. */
  dir: SortDir | undefined
  onSort: ((dir: SortDir | undefined) => void) | undefined
  /** The sum of the other columns' widths. */
  others: number
  /** Shows a width during a drag; `undefined` returns to the stored one. */
  onPreview: (width: number | undefined) => void
  onResize: ((width: number) => void) | undefined
}

/** A column's head: sorts on click if the contract can sort by it; has a handle to change the width if that is stored. */
export function HeadCell<Row>(props: HeadCellProps<Row>) {
  const { column, pin, lines, dir, onSort, onResize } = props
  const title = useSpeak()(column.title)
  return (
    <th
      scope="col"
      rowSpan={lines}
      {...cellProps({ ...(column.align && { align: column.align }) }, pin)}
      aria-sort={dir === undefined ? undefined : ARIA_SORT[dir]}
    >
      {onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(nextOf(dir))}>
          <span className={styles.title} title={title}>
            {title}
          </span>
          <span className={styles.direction} aria-hidden>
            <CaretUpOutlined className={dir === SortDir.ascend ? styles.on : ''} />
            <CaretDownOutlined className={dir === SortDir.descend ? styles.on : ''} />
          </span>
        </button>
      ) : (
        <span className={styles.title} title={title}>
          {title}
        </span>
      )}
      {onResize ? <Handle {...props} title={title} onResize={onResize} /> : null}
    </th>
  )
}

const ARIA_SORT = { [SortDir.ascend]: 'ascending', [SortDir.descend]: 'descending' } as const

/** Ascending, descending, then the list's default order. */
const nextOf = (dir: SortDir | undefined) =>
  dir === undefined ? SortDir.ascend : dir === SortDir.ascend ? SortDir.descend : undefined

interface Resize {
  title: string
  width: number
  others: number
  onPreview: (width: number | undefined) => void
  onResize: (width: number) => void
}

interface Drag {
  x: number
  /** Widths on screen, where columns may be stretched. */
  cell: number
  table: number
  to?: number
}

function Handle({ title, width, others, onPreview, onResize }: Resize) {
  const t = useText('list')
  const drag = useRef<Drag>(undefined)
  const begin = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, button, pointerId, clientX } = event
    const cell = currentTarget.closest('th')?.getBoundingClientRect().width
    const table = currentTarget.closest('table')?.getBoundingClientRect().width
    if (button !== 0 || cell === undefined || table === undefined) return
    currentTarget.setPointerCapture(pointerId)
    drag.current = { x: clientX, cell, table }
  }
  const move = ({ clientX }: PointerEvent) => {
    const { current } = drag
    if (!current) return
    current.to = widthFor(current.cell + clientX - current.x, others, current.table)
    onPreview(current.to)
  }
  // The end of a drag is stored if the pointer was released, not if the system cancelled it.
  const end = (isKept: boolean) => {
    const to = drag.current?.to
    drag.current = undefined
    if (to === undefined) return
    onPreview(undefined)
    if (isKept) onResize(to)
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    onResize(width + by)
  }
  return (
    // A splitter (ARIA separator) is focusable and takes keys; the rule knows the static kind only.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('column_width', { column: title })}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      className={styles.handle}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onLostPointerCapture={() => end(false)}
      onKeyDown={step}
    />
  )
}
