import { useState } from 'react'
import { Button } from 'antd'
import type { Lang, Words } from '@kaibo/contract/kernel/words.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { joined, useLanguage } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { leadFocus, rowsTabStop } from '#kit/focus/lead-focus.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { missingRight, type Action, type Bulk } from './action.ts'
import { runAtOnce } from './at-once.ts'
import { actOn, bulkJob, planOf } from './bulk.ts'
import { RefusedButton } from './refused-button.tsx'
import { useOffline } from './use-can-act.ts'
import './action.i18n.ts'
import styles from './action.module.css'

// Loaded when it is opened.
const BulkRun = lazily(async () => (await import('./bulk-run.tsx')).BulkRun)

const words = wordsOf('action')

export interface BulkBarProps<Row> {
  rows: readonly Row[]
  actions: readonly Action<Row>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row, lang: Lang) => string
  /** How many of what: `2 间直播间`. */
  items?: (count: number) => Words
  onClear: () => void
}

interface Begun<Row> {
  action: Action<Row>
  bulk: Bulk<Row>
  rows: readonly Row[]
}

/** The acts on selected rows; each button shows for how many rows it is possible. */
export function BulkBar<Row>({ rows, actions, keyOf, nameOf, items, onClear }: BulkBarProps<Row>) {
  const t = useText('action')
  const session = useSession()
  const lang = useLanguage()
  const offline = useOffline()
  const [begun, setBegun] = useState<Begun<Row>>()
  const count = items ?? ((count: number) => words('items', { count }))
  const clear = () => {
    onClear()
    leadFocus(rowsTabStop)
  }
  const selected = t('selected', { items: count(rows.length)[lang] })
  return (
    <div className={styles.bulk} role="region" aria-label={selected}>
      <span>{selected}</span>
      {actions.map((action) => {
        const { able, refused } = planOf(session, action, rows)
        const { bulk, name, icon, danger = false } = action
        if (!bulk) return null
        const face = { danger, icon, children: `${bulk.label[lang]} ${able.length}` }
        if (offline) return <RefusedButton key={name} {...face} reason={offline[lang]} />
        const begin = () => {
          if (!bulk.atOnce) return setBegun({ action, bulk, rows })
          const what = actOn(action.label, count(able.length))
          const job = { name: what, bulk, rows: able, keyOf }
          void runAtOnce(bulkJob({ ...job, nameOf: (row) => nameOf(row, lang) }))
          clear()
        }
        if (able.length > 0) return <Button key={name} {...face} onClick={begin} />
        const reason = joined(
          '；',
          refused.map(({ reason }) => reason[lang]),
          lang,
        )
        const missing = missingRight(session, action)
        return <RefusedButton key={name} {...face} reason={reason} missing={missing} />
      })}
      <Button type="text" onClick={clear}>
        {t('clear')}
      </Button>
      {begun ? (
        <Lazily onClose={() => setBegun(undefined)}>
          <BulkRun
            {...begun}
            keyOf={keyOf}
            nameOf={nameOf}
            items={count}
            onClose={(taken) => {
              setBegun(undefined)
              if (taken) clear()
            }}
          />
        </Lazily>
      ) : null}
    </div>
  )
}
