import { useRef } from 'react'
import { Button, Popover, Skeleton } from 'antd'
import { TableOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import type { ColumnChoiceProps } from './column-choice.tsx'

// What the button opens, and the list does not wait for.
const ColumnChoice = lazily(async () => (await import('./column-choice.tsx')).ColumnChoice)

/** Which columns show, in which order, and how tight the rows are. */
export function ColumnsPanel<Row>(props: Omit<ColumnChoiceProps<Row>, 'onReady'>) {
  const t = useText('list')
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  // It stands at the end of the page: without this the keyboard would have to walk there, and back.
  const leadFocus = (isOpen: boolean) => {
    const inside = panel.current?.contains(document.activeElement) ?? false
    if (isOpen) enter(panel.current)
    else if (inside || document.activeElement === document.body) button.current?.focus()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      afterOpenChange={leadFocus}
      content={
        <div ref={panel}>
          <Lazily fallback={<Skeleton active title={false} />}>
            <ColumnChoice {...props} onReady={() => enter(panel.current)} />
          </Lazily>
        </div>
      }
    >
      <Button ref={button} icon={<TableOutlined aria-hidden />}>
        {t('columns')}
      </Button>
    </Popover>
  )
}

const enter = (panel: HTMLElement | null) =>
  panel?.querySelector<HTMLElement>('input:enabled')?.focus()
