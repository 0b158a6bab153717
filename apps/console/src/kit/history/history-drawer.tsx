import { useState } from 'react'
import { Button, Drawer } from 'antd'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import type { HistoryRow, RecordKind } from '@kaibo/contract/history/history.schema.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useSession } from '#client/session.ts'
import { canAct, missingRight, type EditAction } from '#kit/action/action.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { Instant } from '#kit/cell/cell.tsx'
import { useFormAddress } from '#kit/form/form-address.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import textStyles from '#kit/text/text.module.css'
import { dateTimeText } from '#kit/cell/business-time.ts'
import { lineOf } from './change-text.ts'
import './history.i18n.ts'
import styles from './history.module.css'

const WIDTH = 600

interface HistoryDrawerProps<Row> {
  kind: RecordKind
  edit: EditAction<Row, never>
  row: Row
  name: string
  onClose: () => void
}

/** Every write of a record, newest first: when, who, what changed; and the way back to it, which is the record's own form. */
export function HistoryDrawer<Row extends { version: number }>(props: HistoryDrawerProps<Row>) {
  const { kind, edit, row, name, onClose } = props
  const t = useText('history')
  const session = useSession()
  const speak = useSpeak()
  const { open } = useFormAddress()
  const id = edit.idOf(row)
  const can = canAct(session, edit, row)
  const restore = (one: HistoryRow) => {
    const face = {
      size: 'small',
      children: t('restore'),
      'aria-label': t('restore_of', { at: dateTimeText(one.at) }),
    } as const
    if (one.version === null) return <RefusedButton {...face} reason={t('not_kept')} />
    if (one.version >= row.version) return <span className={textStyles.meta}>{t('current')}</span>
    if (can !== true)
      return <RefusedButton {...face} reason={speak(can)} missing={missingRight(session, edit)} />
    const take = () => {
      onClose()
      open(id, one.seq)
    }
    return <Button {...face} onClick={take} />
  }
  const title = t('history_of', { name })
  return (
    <Drawer open size={WIDTH} title={title} aria-label={title} onClose={onClose}>
      <ol className={styles.writes}>
        <Writes of={{ kind, id }} restore={restore} />
      </ol>
    </Drawer>
  )
}

interface WritesProps {
  of: { kind: RecordKind; id: string }
  before?: number
  restore: (one: HistoryRow) => React.ReactNode
}

/** A page of writes, and the one after it when it is asked for. */
function Writes({ of, before, restore }: WritesProps) {
  const t = useText('history')
  const [goesOn, setGoesOn] = useState(false)
  const { data, error, isPending, refetch } = useCall(historyApi.list, {
    ...of,
    ...(before !== undefined && { before }),
  })
  const { list = [], next = null } = data ?? {}
  return (
    <>
      <Panel
        loading={isPending}
        error={error}
        filled={data !== undefined}
        onRetry={() => void refetch()}
        isEmpty={list.length === 0 && before === undefined}
        empty={<Empty title={t('nothing')} hint={t('nothing_hint')} />}
      >
        {list.map((one) => (
          <li key={one.seq} className={styles.write}>
            <p className={styles.head}>
              <Instant at={one.at} />
              <strong>{one.username}</strong>
              <span>{one.action_name}</span>
              {restore(one)}
            </p>
            <Changes row={one} />
          </li>
        ))}
      </Panel>
      {next !== null && goesOn ? <Writes of={of} before={next} restore={restore} /> : null}
      {next !== null && !goesOn ? (
        <li>
          <Button onClick={() => setGoesOn(true)}>{t('earlier')}</Button>
        </li>
      ) : null}
    </>
  )
}

/** What a new record began with is long, and seldom what is looked for. */
const SHOWN = 5

function Changes({ row: { changes, reason } }: { row: HistoryRow }) {
  const t = useText('history')
  const [all, setAll] = useState(false)
  const shown = all || changes.length <= SHOWN + 1 ? changes : changes.slice(0, SHOWN)
  return (
    <>
      {changes.length === 0 ? <p className={textStyles.meta}>{t('unchanged')}</p> : null}
      <dl className={styles.changes}>
        {shown.map((change) => (
          <div key={change.field}>
            <dt>{change.label}</dt>
            <dd>{lineOf(change)}</dd>
          </div>
        ))}
      </dl>
      {shown.length < changes.length ? (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('more', { count: changes.length - shown.length })}
        </Button>
      ) : null}
      {reason ? <p className={textStyles.meta}>{reason}</p> : null}
    </>
  )
}
