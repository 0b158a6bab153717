import { useRef } from 'react'
import { Button, Popover, Skeleton } from 'antd'
import { TableOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import type { ColumnChoiceProps } from './column-choice.tsx'

// Loaded when the panel is opened: the list does not need it.
const ColumnChoice = lazily(async () => (await import('./column-choice.tsx')).ColumnChoice)

/** Which columns show, in which order, and how tight the rows are. */
export function ColumnsPanel<Row>(props: Omit<ColumnChoiceProps<Row>, 'onReady'>) {
  const t = useText('list')
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  // antd puts the panel at the end of the document: without this Tab would go through the whole page to reach it.
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
