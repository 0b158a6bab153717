import { Tag } from 'antd'
import { refusedStates } from '@kaibo/contract/income/refused.enums.ts'
import type { RefusedRow } from '@kaibo/contract/income/refused.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { wordsOf } from '#client/i18n.ts'
import { toldIn } from '#client/language.ts'
import { Instant, Money } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import './refused.i18n.ts'

const t = wordsOf('refused')

/** A row's name: its viewer's. */
export const nameOf = ({ nickname, event_id }: RefusedRow, lang: Lang): string =>
  nickname || event_id || t('unknown')[lang]

/** Columns of refused income: events that were received but not booked, and why. */
export const refusedColumns: readonly Column<RefusedRow>[] = [
  { key: 'viewer', title: t('viewer'), width: 110, render: (row, { lang }) => nameOf(row, lang) },
  {
    key: 'fen',
    title: t('fen'),
    width: 90,
    align: 'right',
    card: 'status',
    render: ({ claimed_fen }, { lang }) =>
      claimed_fen === null ? t('unknown')[lang] : <Money fen={claimed_fen} />,
  },
  {
    key: 'reason',
    title: t('reason'),
    width: 220,
    wrap: true,
    card: 'meta',
    render: ({ reason, reason_en, seen }, { lang }) => (
      <>
        {toldIn(reason, reason_en, lang)}{' '}
        {seen > 1 ? <Tag>{t('seen', { count: seen })[lang]}</Tag> : null}
      </>
    ),
  },
  {
    key: 'received',
    title: t('received'),
    width: 100,
    card: 'meta',
    render: ({ received_at }) => <Instant at={received_at} />,
  },
  {
    key: 'room',
    title: t('room'),
    width: 110,
    card: 'meta',
    render: ({ room, account, pc }) => room?.name ?? account?.nickname ?? pc?.name,
  },
  {
    key: 'gift',
    title: t('gift'),
    width: 100,
    card: 'meta',
    render: ({ gift_name, claimed_count }) =>
      gift_name && `${gift_name}${claimed_count === null ? '' : ` ×${claimed_count}`}`,
  },
  {
    key: 'state',
    title: t('state'),
    width: 120,
    wrap: true,
    render: (row, { lang }) => (row.state === 'open' ? undefined : outcomeOf(row, lang)),
  },
]

function outcomeOf({ state, decided_by, note, note_en }: RefusedRow, lang: Lang): string {
  const label = labelOf(refusedStates, state, lang)
  const words = [decided_by, note && toldIn(note, note_en, lang)].filter(Boolean)
  return words.length > 0 ? `${label} · ${words.join(' · ')}` : label
}
