import { Tag } from 'antd'
import type { GiftEventRow, LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { moveCauses } from '@kaibo/contract/room/room.enums.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { wordsOf } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import type { RowContext } from '#kit/list/row-context.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { Count, Instant, Money } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import { Status } from '#kit/status/status.tsx'
import { accountText } from '#entities/room/live-account.ts'
import { RoomName } from '#entities/room/room-name.tsx'
import { RoomPageLink } from '#entities/room/room-page-link.tsx'
import './income.i18n.ts'
import styles from './income.module.css'

const t = wordsOf('income')

/** Runs and the income outside of runs; each gross amount opens the list of its gifts. */
export const runColumns: readonly Column<LiveIncomeRow>[] = [
  {
    key: 'room',
    title: t('room'),
    width: 180,
    render: (run) => (
      <RoomName {...run}>
        <RoomPageLink room_code={run.room_code}>{run.room_name}</RoomPageLink>
      </RoomName>
    ),
  },
  {
    key: 'gift_fen',
    title: t('gross'),
    width: 110,
    align: 'right',
    card: 'status',
    opens: true,
    render: (run) => <Gross run={run} />,
  },
  {
    key: 'started_at',
    title: t('started'),
    width: 110,
    card: 'meta',
    render: (run) => (run.run_id ? <Instant at={run.started_at} /> : <Outside day={run.day} />),
  },
  {
    key: 'ended_at',
    title: t('ended'),
    width: 110,
    wrap: true,
    card: 'meta',
    render: (run, { lang }) => (
      <>
        {run.run_id && !run.ended_at ? (
          <Status tone="onair">{t('on_air')[lang]}</Status>
        ) : (
          <Instant at={run.ended_at} />
        )}
        {run.money_unsent > 0 ? (
          <div className={styles.runUnsent}>
            <Status tone="attention">{t('unsent', { count: run.money_unsent })[lang]}</Status>
          </div>
        ) : null}
      </>
    ),
  },
  {
    key: 'cause',
    title: t('cause'),
    width: 110,
    render: (run, { lang }) => causeOf(run, lang),
  },
  {
    key: 'account',
    title: t('account'),
    width: 145,
    card: 'meta',
    render: (run, { lang }) => accountText(run.account, lang),
  },
  { key: 'org', title: t('org'), width: 90, render: (run) => run.org.name },
  countColumn('gift_count', t('gifts')),
  countColumn('payers', t('payers')),
  countColumn('danmu', t('danmu')),
  countColumn('viewers', t('viewers')),
]

function countColumn(
  key: 'gift_count' | 'payers' | 'danmu' | 'viewers',
  title: Words,
): Column<LiveIncomeRow> {
  return { key, title, width: 75, align: 'right', render: (run) => <Count value={run[key]} /> }
}

/** The income of the chosen days, and below that of the whole run if it differs. */
function Gross({ run: { gift_fen, run_fen } }: { run: LiveIncomeRow }) {
  const speak = useSpeak()
  return (
    <>
      <Money fen={gift_fen} />
      {run_fen === null || run_fen === gift_fen ? null : (
        <div className={styles.ofWhole}>{speak(t('whole', { money: formatFen(run_fen) }))}</div>
      )}
    </>
  )
}

function Outside({ day }: { day: string }) {
  const speak = useSpeak()
  return (
    <>
      {speak(t('outside'))}
      <div className={styles.ofWhole}>{day}</div>
    </>
  )
}

/** The gifts of a run, each with what the viewer paid. */
export const giftColumns: readonly Column<GiftEventRow>[] = [
  {
    key: 'viewer',
    title: t('viewer'),
    width: 120,
    render: (gift) => gift.nickname,
  },
  {
    key: 'at',
    title: t('at'),
    width: 100,
    card: 'meta',
    render: (gift) => <Instant at={gift.at} />,
  },
  {
    key: 'gift',
    title: t('gift'),
    width: 100,
    card: 'meta',
    render: (gift) => gift.gift_name,
  },
  {
    key: 'count',
    title: t('count'),
    width: 60,
    align: 'right',
    card: 'meta',
    render: (gift) => <Count value={gift.count} />,
  },
  {
    key: 'raw',
    title: t('raw'),
    width: 130,
    align: 'right',
    render: (gift) => `${gift.raw_value} ${gift.raw_unit}`,
  },
  {
    key: 'fen',
    title: t('paid'),
    width: 100,
    align: 'right',
    card: 'status',
    render: (gift) => <Money fen={gift.fen} />,
  },
  { key: 'mark', title: t('mark'), width: 110, card: 'meta', render: marksOf },
]

function marksOf(gift: GiftEventRow, { lang }: RowContext) {
  const marks = [
    ...(gift.is_test ? [t('test')[lang]] : []),
    ...(gift.is_ai ? [t('ai')[lang]] : []),
    ...(gift.fen === 0 ? [t('free')[lang]] : []),
    ...(gift.is_late ? [t('late')[lang]] : []),
  ]
  return marks.length > 0 ? marks.map((mark) => <Tag key={mark}>{mark}</Tag>) : null
}

/** Null while the run is on air. */
const causeOf = ({ end_cause }: LiveIncomeRow, lang: Lang) =>
  end_cause === null ? null : labelOf(moveCauses, end_cause, lang)
