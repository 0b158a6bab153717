import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { pathOf } from '@kaibo/contract/kernel/words.ts'
import { wordsOf } from '#client/i18n.ts'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { GiftEvents } from '../parts/gift-events.tsx'
import { IncomeDays } from '../parts/income-days.tsx'
import { RefusedNote } from '../parts/refused-note.tsx'
import { runColumns } from '../income.columns.tsx'
import '../income.i18n.ts'

const t = wordsOf('income')

const REFETCH_MS = 15_000

const income: ListPageProps<typeof incomeApi.live> = {
  name: 'income',
  words: {
    title: t('title'),
    what: t('run'),
    items: (count) => t('items', { count }),
    hint: t('empty_hint'),
  },
  endpoint: incomeApi.live,
  refetchMs: REFETCH_MS,
  rowKey: 'id',
  nameOf: (run) => run.room_name,
  columns: runColumns,
  filters: [
    { kind: 'keyword', name: 'keyword', label: t('keyword') },
    { kind: 'days', name: 'day_from', to: 'day_to', label: t('days') },
    { kind: 'enum', name: 'platform', of: PLATFORMS, label: t('platform') },
  ],
  detail: { param: 'run', Drawer: GiftEvents },
  prints: true,
  above: (values) => (
    <>
      <RefusedNote />
      <IncomeDays filters={values} refetchMs={REFETCH_MS} />
    </>
  ),
  summary: ({ sum: { runs, gift_fen, gift_count, outside_fen } }) =>
    pathOf([
      t('sum', { runs, money: formatFen(gift_fen), gifts: gift_count }),
      ...(outside_fen === 0 ? [] : [t('sum_outside', { money: formatFen(outside_fen) })]),
    ]),
}

export default function IncomeLivePage() {
  return <ListPage {...income} />
}
