import { Tag, type TableColumnsType } from 'antd'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import type { GiftEventRow, LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import { labelOf, type Lang } from '@kaibo/contract/kernel/enumeration.ts'
import { Code, Count, Instant, Money, Text } from '#kit/cell/cell.tsx'
import { Status } from '#kit/status/status.tsx'
import type { IncomeWord } from './income.i18n.ts'

type Words = (word: IncomeWord) => string

interface RunColumns {
  t: Words
  lang: Lang
  sort: { by: string | undefined; dir: number | undefined }
  onOpen: (run: LiveIncomeRow) => void
}

/** Runs as rows; every gross figure opens into the gifts it is made of. */
export const runColumns = ({
  t,
  lang,
  sort,
  onOpen,
}: RunColumns): TableColumnsType<LiveIncomeRow> => {
  const order = (key: string) =>
    sort.by === key ? (sort.dir === SortDir.ascend ? 'ascend' : 'descend') : null
  return [
    {
      key: 'room',
      title: t('room'),
      fixed: 'left',
      width: 200,
      render: (_, run) => (
        <>
          <span className="cell-first">{run.room_name}</span>{' '}
          {run.is_demo ? <Tag>{t('demo')}</Tag> : null}
          <div>
            <Code value={run.room_code} label={t('room')} />
          </div>
        </>
      ),
    },
    {
      key: 'gift_fen',
      title: t('gross'),
      width: 140,
      align: 'right',
      sorter: true,
      sortOrder: order('gift_fen'),
      render: (_, run) => (
        <button type="button" className="figure" onClick={() => onOpen(run)}>
          <Money fen={run.gift_fen} />
        </button>
      ),
    },
    {
      key: 'started_at',
      title: t('started'),
      width: 140,
      sorter: true,
      sortOrder: order('started_at'),
      render: (_, run) => <Instant at={run.started_at} today={t('today')} />,
    },
    {
      key: 'ended_at',
      title: t('ended'),
      width: 140,
      render: (_, run) =>
        run.ended_at ? (
          <Instant at={run.ended_at} today={t('today')} />
        ) : (
          <Status tone="onair">{t('on_air')}</Status>
        ),
    },
    {
      key: 'cause',
      title: t('cause'),
      width: 160,
      render: (_, run) => <Text value={run.end_cause} />,
    },
    {
      key: 'account',
      title: t('account'),
      width: 180,
      render: (_, run) =>
        `${labelOf(PLATFORMS, run.account.platform, lang)} · ${run.account.nickname}`,
    },
    { key: 'org', title: t('org'), width: 120, render: (_, run) => <Text value={run.org.name} /> },
    ...(['gift_count', 'payers', 'danmu', 'viewers'] as const).map((key) => ({
      key,
      title: t(key === 'gift_count' ? 'gifts' : key),
      width: 90,
      align: 'right' as const,
      render: (_: unknown, run: LiveIncomeRow) => <Count value={run[key]} />,
    })),
  ]
}

export const giftColumns = (t: Words): TableColumnsType<GiftEventRow> => [
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
