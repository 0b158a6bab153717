import { useRef, type ComponentProps, type KeyboardEvent, type PointerEvent } from 'react'
import { useText } from '#client/i18n.ts'
import { MAX_WIDTH, MIN_WIDTH } from './column.ts'

const STEP = 16

interface Resize {
  title: string
  width: number
  onResize: (width: number) => void
}

/** A table's head cell with a handle for its width: dragged, or moved by the arrow keys. */
export function HeadCell({
  resize,
  children,
  ...rest
}: ComponentProps<'th'> & { resize?: Resize }) {
  return (
    <th {...rest}>
      {children}
      {resize ? <Handle {...resize} /> : null}
    </th>
  )
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
      // The cell around it sorts.
      onClick={(event) => event.stopPropagation()}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={() => (from.current = undefined)}
      onKeyDown={step}
    />
  )
}
