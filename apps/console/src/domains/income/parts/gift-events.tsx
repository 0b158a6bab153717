import { Drawer } from 'antd'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { textOf, useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { dateTimeText } from '#kit/cell/business-time.ts'
import { ListBody, ListNews } from '#kit/list/list-pieces.tsx'
import { useListControl, type ListSettings } from '#kit/list/use-list-control.ts'
import { giftColumns } from '../income.columns.tsx'
import styles from '../income.module.css'

const WIDTH = 800
const words = textOf('income')

const gifts: ListSettings<typeof incomeApi.giftEvents> = {
  name: 'income.gifts',
  words: {
    title: () => words('gifts'),
    what: () => words('gift'),
    items: (count) => words('gift_items', { count }),
    hint: () => words('events_empty'),
  },
  endpoint: incomeApi.giftEvents,
  rowKey: 'id',
  nameOf: (gift) => gift.nickname,
  columns: giftColumns,
}

interface GiftEventsProps {
  /** Of the run. */
  id: string
  /** Known while the run is on the list's page. */
  row: LiveIncomeRow | undefined
  onClose: () => void
}

/** What a run's gross is made of, newest first: a list over the list, with a part of the address of its own. */
export function GiftEvents({ id, row, onClose }: GiftEventsProps) {
  const t = useText('income')
  // Its columns take their words when they are drawn.
  useLanguage()
  const list = useListControl(gifts, { fixed: { run_id: id }, prefix: 'run.' })
  const heading = row
    ? t('events_title', { room: row.room_name, time: dateTimeText(row.started_at) })
    : t('events_of_run')
  return (
    <Drawer open size={WIDTH} title={heading} aria-label={heading} onClose={onClose}>
      <p className={styles.incomeNote}>{t('events_note')}</p>
      <ListNews list={list} />
      <ListBody list={list} density="compact" label={heading} />
    </Drawer>
  )
}
