import { useState } from 'react'
import { Drawer, Table } from 'antd'
import dayjs from 'dayjs'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { useCall } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { giftColumns } from '../income.columns.tsx'

const WIDTH = 800
const PAGE_SIZE = 50

interface GiftEventsProps {
  /** Of the run. */
  id: string
  /** Known while the run is on the list's page. */
  row: LiveIncomeRow | undefined
  onClose: () => void
}

/** What a run's gross is made of, newest first. */
export function GiftEvents({ id, row, onClose }: GiftEventsProps) {
  const t = useText('income')
  const [page, setPage] = useState(1)
  const query = useCall(
    incomeApi.giftEvents,
    { run_id: id, page, page_size: PAGE_SIZE },
    { keep: true },
  )
  const heading = row
    ? t('events_title', { room: row.room_name, time: dayjs(row.started_at).format('MM-DD HH:mm') })
    : t('run')
  return (
    <Drawer open size={WIDTH} title={heading} aria-label={heading} onClose={onClose}>
      <p className="income-note">{t('events_note')}</p>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={query.data !== undefined}
        onRetry={() => void query.refetch()}
        words={{ retry: t('retry'), stale: t('stale') }}
        isEmpty={query.data?.total === 0}
        empty={<Empty title={t('events_empty')} />}
      >
        <Table
          rowKey="id"
          size="small"
          columns={giftColumns(t)}
          dataSource={query.data?.list ?? []}
          scroll={{ x: 720 }}
          pagination={{
            current: page,
            pageSize: PAGE_SIZE,
            total: query.data?.total ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
        />
      </Panel>
    </Drawer>
  )
}
