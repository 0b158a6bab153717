import { useState } from 'react'
import { Button } from 'antd'
import { DownloadOutlined } from '@ant-design/icons'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { download } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import type { useListAddress } from './address.ts'
import { choiceOf } from './column.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import type { useLook } from './look.ts'
import { useIsNarrow } from './use-narrow.ts'
import type { ListEndpoint } from './use-list.ts'
import { ViewMenu } from './view-menu.tsx'

interface ListToolsProps<E extends ListEndpoint, Row> {
  name: string
  endpoint: E
  address: ReturnType<typeof useListAddress>
  look: ReturnType<typeof useLook<Row>>
  isEmpty: boolean
}

/** Saved views, columns and export. */
export function ListTools<E extends ListEndpoint, Row>(props: ListToolsProps<E, Row>) {
  const { name, endpoint, address, look, isEmpty } = props
  // Cards have no columns.
  const isNarrow = useIsNarrow()
  return (
    <>
      <ViewMenu
        list={name}
        state={{
          search: address.search,
          columns: choiceOf(look.placed),
          density: look.density,
        }}
        onChoose={({ search, columns, density }) => {
          look.keep({ columns, density })
          address.apply(search)
        }}
      />
      {isNarrow ? null : (
        <ColumnsPanel
          placed={look.placed}
          density={look.density}
          onColumns={look.setColumns}
          onDensity={look.setDensity}
          onReset={look.reset}
        />
      )}
      {endpoint.download ? (
        <Export endpoint={endpoint} values={address.values} isEmpty={isEmpty} />
      ) : null}
    </>
  )
}

interface ExportProps<E extends ListEndpoint> {
  endpoint: E
  values: Record<string, unknown>
  isEmpty: boolean
}

/** Everything that matches the filters, not only the page. */
function Export<E extends ListEndpoint>({ endpoint, values, isEmpty }: ExportProps<E>) {
  const t = useText('list')
  const [busy, setBusy] = useState(false)
  const exportAll = () => {
    setBusy(true)
    // Its failure is a toast.
    download(endpoint, { ...values, export: 'xlsx' } as InputOf<E>)
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={busy}
      disabled={isEmpty}
      onClick={exportAll}
    >
      {t('export')}
    </Button>
  )
}
