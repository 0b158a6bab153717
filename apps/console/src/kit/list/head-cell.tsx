import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { classOf, MAX_WIDTH, MIN_WIDTH, type Column } from './column.ts'

const STEP = 16

interface HeadCellProps<Row> {
  column: Column<Row>
  width: number
  /** Which way the list goes by this column, if it does. */
  dir: SortDir | undefined
  onSort: ((dir: SortDir | undefined) => void) | undefined
  onResize: ((width: number) => void) | undefined
}

/** A column's head: pressed to sort where the contract can, with a handle for its width where that can be kept. */
export function HeadCell<Row>({ column, width, dir, onSort, onResize }: HeadCellProps<Row>) {
  const title = column.title()
  return (
    <th
      scope="col"
      className={classOf({ align: column.align })}
      aria-sort={dir === undefined ? undefined : ARIA_SORT[dir]}
    >
      {onSort ? (
        <button type="button" className="head-sort" onClick={() => onSort(nextOf(dir))}>
          <span className="head-title">{title}</span>
          <span className="head-dir" aria-hidden>
            <CaretUpOutlined className={dir === SortDir.ascend ? 'head-on' : ''} />
            <CaretDownOutlined className={dir === SortDir.descend ? 'head-on' : ''} />
          </span>
        </button>
      ) : (
        <span className="head-title">{title}</span>
      )}
      {onResize ? <Handle title={title} width={width} onResize={onResize} /> : null}
    </th>
  )
}

const ARIA_SORT = { [SortDir.ascend]: 'ascending', [SortDir.descend]: 'descending' } as const

/** Up, down, then as the list is by itself. */
const nextOf = (dir: SortDir | undefined) =>
  dir === undefined ? SortDir.ascend : dir === SortDir.ascend ? SortDir.descend : undefined

interface Resize {
  title: string
  width: number
  onResize: (width: number) => void
}

function Handle({ title, width, onResize }: Resize) {
  const t = useText('list')
  const from = useRef<{ x: number; width: number }>(undefined)
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width }
  }
  const drag = (event: PointerEvent) => {
    const { current } = from
    if (current) onResize(current.width + event.clientX - current.x)
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
      className="column-handle"
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={() => (from.current = undefined)}
      onKeyDown={step}
    />
  )
}
