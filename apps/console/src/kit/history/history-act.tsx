import { HistoryOutlined } from '@ant-design/icons'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import type { RecordKind } from '@kaibo/contract/history/history.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { act } from '#kit/action/act.ts'
import type { Action, EditAction } from '#kit/action/action.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import './history.i18n.ts'

const t = wordsOf('history')
const HistoryDrawer = lazily(async () => (await import('./history-drawer.tsx')).HistoryDrawer)

interface Recorded {
  version: number
}

/**
 * The act that edits a record, and beside it the one that shows what was written to such records: it puts an older version
 * into the form that the first one opens.
 */
export const withHistory = <Row extends Recorded, Whole>(
  kind: RecordKind,
  edit: EditAction<Row, Whole>,
  nameOf: (row: Row) => string,
): [EditAction<Row, Whole>, Action<Row>] => [
  { ...edit, kind },
  act<Row, typeof historyApi.list>(historyApi.list, {
    name: 'history',
    tucked: true,
    label: t('history'),
    icon: <HistoryOutlined aria-hidden />,
    Dialog: ({ row, onClose }) => (
      <HistoryDrawer kind={kind} edit={edit} row={row} name={nameOf(row)} onClose={onClose} />
    ),
  }),
]
