import { useState } from 'react'
import { Drawer, Segmented } from 'antd'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { refusedStates } from '@kaibo/contract/income/refused.enums.ts'
import type { RefusedRow } from '@kaibo/contract/income/refused.schema.ts'
import { useCall } from '#client/query.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { BulkBar } from '#kit/action/bulk-bar.tsx'
import { arrange } from '#kit/list/column.ts'
import { Pager } from '#kit/list/pager.tsx'
import { Rows } from '#kit/list/rows.tsx'
import { useSelection } from '#kit/list/selection.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { refusedActions } from '../refused.actions.tsx'
import { nameOf, refusedColumns } from '../refused.columns.tsx'
import type { RefusedView } from './refused-note.tsx'
import styles from '../income.module.css'

const words = wordsOf('refused')
const WIDTH = 1040
const PAGE_SIZE = 20

interface RefusedDrawerProps {
  room_code: string | undefined
  view: RefusedView
  onView: (view: RefusedView) => void
  onClose: () => void
}

/** Refused income, with the acts that admit or dismiss it. */
export function RefusedDrawer({ room_code, view, onView, onClose }: RefusedDrawerProps) {
  const t = useText('refused')
  const [paging, setPaging] = useState({ page: 1, page_size: PAGE_SIZE })
  const state = view === 'all' ? undefined : view
  const query = useCall(incomeApi.refused, { room_code, state, ...paging }, { keep: true })
  const rows = query.data?.list ?? NONE
  const selection = useSelection(keyOf, rows)
  return (
    <Drawer open size={WIDTH} title={t('title')} aria-label={t('title')} onClose={onClose}>
      <p className={styles.incomeNote}>{t('note')}</p>
      <Segmented<RefusedView>
        className={styles.refusedStates}
        aria-label={t('state')}
        value={view}
        onChange={(next) => {
          selection.clear()
          setPaging({ ...paging, page: 1 })
          onView(next)
        }}
        options={VIEWS.map((value) => ({ value, label: t(`state_${value}`) }))}
      />
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={query.data !== undefined}
        onRetry={() => void query.refetch()}
        right={incomeApi.refused.can}
        isEmpty={query.data?.total === 0}
        empty={<Empty title={t(view === refusedStates.open ? 'empty_open' : 'empty_other')} />}
      >
        <Rows
          rows={rows}
          columns={view === refusedStates.open ? undecided : columns}
          keyOf={keyOf}
          nameOf={nameOf}
          actions={refusedActions}
          selection={view === refusedStates.open ? selection : undefined}
          density="compact"
          label={t('title')}
        />
        <Pager
          page={paging.page}
          size={paging.page_size}
          total={query.data?.total ?? 0}
          onChange={(page, page_size) => setPaging({ page, page_size })}
        />
      </Panel>
      {selection.rows.length > 0 ? (
        <BulkBar
          rows={selection.rows}
          actions={refusedActions.filter((action) => action.bulk)}
          keyOf={keyOf}
          nameOf={nameOf}
          items={(count) => words('items', { count })}
          onClear={selection.clear}
        />
      ) : null}
    </Drawer>
  )
}

const NONE: readonly RefusedRow[] = []
const VIEWS: readonly RefusedView[] = [...Object.values(refusedStates), 'all']
const keyOf = ({ id }: RefusedRow) => id
const columns = arrange(refusedColumns)
const undecided = columns.filter(({ column }) => column.key !== 'state')
