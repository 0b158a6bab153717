import { useState } from 'react'
import { Button } from 'antd'
import type { Lang, Words } from '@kaibo/contract/kernel/words.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { joined, useLanguage } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { leadFocus, rowsTabStop } from '#kit/focus/lead-focus.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { missingRight, type Action, type Bulk } from './action.ts'
import { planOf } from './bulk.ts'
import { RefusedButton } from './refused-button.tsx'
import './action.i18n.ts'
import styles from './action.module.css'

// What the bar opens, and does not wait for.
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

/** What can be done with the chosen rows; a button counts those that can. */
export function BulkBar<Row>({ rows, actions, keyOf, nameOf, items, onClear }: BulkBarProps<Row>) {
  const t = useText('action')
  const session = useSession()
  const lang = useLanguage()
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
        if (able.length > 0)
          return <Button key={name} {...face} onClick={() => setBegun({ action, bulk, rows })} />
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
