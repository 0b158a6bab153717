import { Drawer } from 'antd'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { OUTSIDE, type LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { wordsOf, useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { dateTimeText } from '#kit/cell/business-time.ts'
import { ListBody, ListNews, ListPrintHead } from '#kit/list/list-pieces.tsx'
import { useListControl, type ListSettings } from '#kit/list/use-list-control.ts'
import { giftColumns } from '../income.columns.tsx'
import styles from '../income.module.css'

const WIDTH = 800
const words = wordsOf('income')

const gifts: ListSettings<typeof incomeApi.giftEvents> = {
  name: 'income.gifts',
  words: {
    title: words('gifts'),
    what: words('gift'),
    items: (count) => words('gift_items', { count }),
    hint: words('events_empty'),
  },
  endpoint: incomeApi.giftEvents,
  rowKey: 'id',
  nameOf: (gift) => gift.nickname,
  columns: giftColumns,
}

interface GiftEventsProps {
  /** The id of the run, or of a day outside of runs. */
  id: string
  /** The row, while it is on the list's page. */
  row: LiveIncomeRow | undefined
  onClose: () => void
}

/** The gifts of a row, newest first: a list in a drawer, with its own prefix in the address. */
export function GiftEvents({ id, row, onClose }: GiftEventsProps) {
  const t = useText('income')
  const speak = useSpeak()
  const outside = id.startsWith(OUTSIDE)
  const list = useListControl(gifts, {
    fixed: outside ? { outside_id: id } : { run_id: id },
    prefix: 'run.',
  })
  const heading = speak(headingOf(outside, row))
  return (
    <Drawer open size={WIDTH} title={heading} aria-label={heading} onClose={onClose}>
      <p className={styles.incomeNote}>
        {row && row.run_fen !== null && row.run_fen !== row.gift_fen
          ? t('events_part', { whole: formatFen(row.run_fen), part: formatFen(row.gift_fen) })
          : null}
        {t('events_note')}
      </p>
      <ListPrintHead list={list} />
      <ListNews list={list} />
      <ListBody list={list} density="compact" label={heading} />
    </Drawer>
  )
}

function headingOf(outside: boolean, row: LiveIncomeRow | undefined): Words {
  if (!row) return words(outside ? 'events_outside' : 'events_of_run')
  const { room_name: room, day, started_at } = row
  return started_at === null
    ? words('events_outside_title', { room, day: day })
    : words('events_title', { room, time: dateTimeText(started_at) })
}
