import { useState } from 'react'
import { Drawer } from 'antd'
import dayjs from 'dayjs'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { useCall } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { arrange } from '#kit/list/column.ts'
import { Pager } from '#kit/list/pager.tsx'
import { Rows } from '#kit/list/rows.tsx'
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
  // Its columns take their words when they are drawn.
  useLanguage()
  const [paging, setPaging] = useState({ page: 1, page_size: PAGE_SIZE })
  const query = useCall(incomeApi.giftEvents, { run_id: id, ...paging }, { keep: true })
  const heading = row
    ? t('events_title', { room: row.room_name, time: dayjs(row.started_at).format('MM-DD HH:mm') })
    : t('events_of_run')
  return (
    <Drawer open size={WIDTH} title={heading} aria-label={heading} onClose={onClose}>
      <p className="income-note">{t('events_note')}</p>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={query.data !== undefined}
        onRetry={() => void query.refetch()}
        look={incomeApi.giftEvents.can}
        isEmpty={query.data?.total === 0}
        empty={<Empty title={t('events_empty')} />}
      >
        <Rows
          rows={query.data?.list ?? []}
          columns={columns}
          keyOf={(gift) => gift.id}
          nameOf={(gift) => gift.nickname}
          density="compact"
          label={heading}
        />
        <Pager
          page={paging.page}
          size={paging.page_size}
          total={query.data?.total ?? 0}
          onChange={(page, page_size) => setPaging({ page, page_size })}
        />
      </Panel>
    </Drawer>
  )
}

const columns = arrange(giftColumns)
