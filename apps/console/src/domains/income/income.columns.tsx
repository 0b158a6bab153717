import { Tag, type TableColumnsType } from 'antd'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import type { GiftEventRow, LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { moveCauses } from '@kaibo/contract/room/room.enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { textOf } from '#client/i18n.ts'
import { currentLanguage } from '#client/language.ts'
import type { Words } from '#kit/action/action.ts'
import { Code, Count, Instant, Money } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import { Status } from '#kit/status/status.tsx'
import type { IncomeWord } from './income.i18n.ts'
import './income.i18n.ts'

const t = textOf('income')

/** Runs as rows; every gross figure opens into the gifts it is made of. */
export const runColumns: readonly Column<LiveIncomeRow>[] = [
  {
    key: 'room',
    title: () => t('room'),
    width: 200,
    render: (run) => (
      <>
        {run.room_name} {run.is_demo ? <Tag>{t('demo')}</Tag> : null}
        <div>
          <Code value={run.room_code} label={t('room')} />
        </div>
      </>
    ),
  },
  {
    key: 'gift_fen',
    title: () => t('gross'),
    width: 140,
    align: 'right',
    card: 'status',
    opens: true,
    render: (run) => <Money fen={run.gift_fen} />,
  },
  {
    key: 'started_at',
    title: () => t('started'),
    width: 140,
    card: 'meta',
    render: (run) => <Instant at={run.started_at} today={t('today')} />,
  },
  {
    key: 'ended_at',
    title: () => t('ended'),
    width: 140,
    card: 'meta',
    render: (run) =>
      run.ended_at ? (
        <Instant at={run.ended_at} today={t('today')} />
      ) : (
        <Status tone="onair">{t('on_air')}</Status>
      ),
  },
  { key: 'cause', title: () => t('cause'), width: 160, render: (run) => causeOf(run) },
  {
    key: 'account',
    title: () => t('account'),
    width: 180,
    card: 'meta',
    render: (run) =>
      `${labelOf(PLATFORMS, run.account.platform, currentLanguage())} · ${run.account.nickname}`,
  },
  { key: 'org', title: () => t('org'), width: 120, render: (run) => run.org.name },
  countColumn('gift_count', () => t('gifts')),
  countColumn('payers', () => t('payers')),
  countColumn('danmu', () => t('danmu')),
  countColumn('viewers', () => t('viewers')),
]

function countColumn(
  key: 'gift_count' | 'payers' | 'danmu' | 'viewers',
  title: Words,
): Column<LiveIncomeRow> {
  return { key, title, width: 90, align: 'right', render: (run) => <Count value={run[key]} /> }
}

export const giftColumns = (t: (word: IncomeWord) => string): TableColumnsType<GiftEventRow> => [
  {
    key: 'at',
    title: t('at'),
    width: 110,
    render: (_, gift) => <Instant at={gift.at} today={t('today')} />,
  },
  { key: 'viewer', title: t('viewer'), width: 120, ellipsis: true, dataIndex: 'nickname' },
  { key: 'gift', title: t('gift'), width: 120, ellipsis: true, dataIndex: 'gift_name' },
  {
    key: 'count',
    title: t('count'),
    width: 70,
    align: 'right',
    render: (_, gift) => <Count value={gift.count} />,
  },
  {
    key: 'raw',
    title: t('raw'),
    width: 130,
    align: 'right',
    render: (_, gift) => `${gift.raw_value} ${gift.raw_unit}`,
  },
  {
    key: 'fen',
    title: t('paid'),
    width: 100,
    align: 'right',
    render: (_, gift) => <Money fen={gift.fen} />,
  },
  {
    key: 'mark',
    title: t('mark'),
    width: 110,
    render: (_, gift) => (
      <>
        {gift.is_test ? <Tag>{t('test')}</Tag> : null}
        {gift.is_ai ? <Tag>{t('ai')}</Tag> : null}
        {gift.fen === 0 ? <Tag>{t('free')}</Tag> : null}
      </>
    ),
  },
]

/** Nothing while the run goes on. */
const causeOf = ({ end_cause }: LiveIncomeRow) =>
  end_cause === null ? null : labelOf(moveCauses, end_cause, currentLanguage())
