import { useState } from 'react'
import { Button } from 'antd'
import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { wordsOf, useText } from '#client/i18n.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { downloadJob } from '#kit/progress/download-job.ts'
import { openTray, startTask, useTask } from '#kit/progress/tasks.ts'
import { useIsNarrow } from '#kit/media/media.ts'
import type { useListAddress } from './address.ts'
import { choiceOf } from './column.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import type { useListLayout } from './list-layout.ts'
import type { ListEndpoint } from './use-list.ts'
import { ViewMenu } from './view-menu.tsx'

interface ListToolsProps<E extends ListEndpoint, Row> {
  name: string
  title: Words
  endpoint: E
  address: ReturnType<typeof useListAddress>
  layout: ReturnType<typeof useListLayout<Row>>
  isEmpty: boolean
  prints: boolean
}

/** Saved views, the link to what is seen, columns, export and print. */
export function ListTools<E extends ListEndpoint, Row>(props: ListToolsProps<E, Row>) {
  const { name, title, endpoint, address, layout, isEmpty, prints } = props
  // Cards have no columns.
  const isNarrow = useIsNarrow()
  return (
    <>
      <ViewMenu
        list={name}
        state={{
          search: address.search,
          columns: choiceOf(layout.placed),
        }}
        onChoose={({ search, columns }) => {
          layout.show(columns)
          address.apply(search)
        }}
        link={() => address.linkTo(choiceOf(layout.placed))}
      />
      {isNarrow ? null : (
        <ColumnsPanel
          placed={layout.placed}
          density={layout.density}
          onColumns={layout.setColumns}
          onDensity={layout.setDensity}
          onReset={layout.reset}
        />
      )}
      {endpoint.download ? (
        <Export title={title} endpoint={endpoint} values={address.values} isEmpty={isEmpty} />
      ) : null}
      {prints && !isNarrow ? <Print /> : null}
    </>
  )
}

function Print() {
  const t = useText('print')
  return (
    <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
      {t('print')}
    </Button>
  )
}

interface ExportProps<E extends ListEndpoint> {
  title: Words
  endpoint: E
  values: Record<string, unknown>
  isEmpty: boolean
}

/** Exports all rows that match the filters, not only this page; runs as a task that the tray shows. */
function Export<E extends ListEndpoint>({ title, endpoint, values, isEmpty }: ExportProps<E>) {
  const t = useText('list')
  const [id, setId] = useState<number>()
  const isGoing = useTask(id)?.state === 'running'
  const name = wordsOf('list')('export_of', { title })
  const exportAll = () => {
    setId(startTask(downloadJob(name, endpoint, { ...values, export: 'xlsx' } as InputOf<E>)))
    openTray(true)
  }
  // On a phone only the icon fits beside the title and the other buttons.
  const isNarrow = useIsNarrow()
  const face = {
    icon: <DownloadOutlined aria-hidden />,
    'aria-label': t('export'),
    children: isNarrow ? undefined : t('export'),
  }
  if (isEmpty) return <RefusedButton {...face} reason={t('export_none')} />
  return <Button {...face} loading={isGoing} onClick={exportAll} />
}
