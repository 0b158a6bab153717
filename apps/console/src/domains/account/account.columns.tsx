import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { Tag } from 'antd'
import { AuthExpireStatus, IsOrNot, UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { wordsOf } from '#client/i18n.ts'
import { listed, useLanguage } from '#client/language.ts'
import { Instant } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import { Status } from '#kit/status/status.tsx'
import { expireTones, lastDayOf } from './account.present.ts'
import './account.i18n.ts'
import textStyles from '#kit/text/text.module.css'

const t = wordsOf('account')

export const accountColumns: readonly Column<AccountRow>[] = [
  {
    key: 'username',
    title: t('column_name'),
    width: 170,
    render: (row, { lang }) => (
      <>
        {row.nickname} <span className={textStyles.meta}>{row.username}</span>
        {row.is_demo === IsOrNot.is ? <Tag>{t('demo')[lang]}</Tag> : null}
      </>
    ),
  },
  {
    key: 'status',
    title: t('status'),
    width: 130,
    wrap: true,
    card: 'status',
    render: (row, { lang }) => (
      <>
        <Status tone={row.status === UserStatus.open ? 'ok' : 'offline'}>
          {labelOf(UserStatus, row.status, lang)}
        </Status>{' '}
        {row.must_change === IsOrNot.is ? <Tag>{t('must_change')[lang]}</Tag> : null}
      </>
    ),
  },
  {
    key: 'groups',
    title: t('groups'),
    width: 145,
    card: 'meta',
    render: (row, { lang }) =>
      listed(
        row.groups.map((group) => groupWords(group)[lang]),
        lang,
      ),
  },
  {
    key: 'org',
    title: t('org'),
    width: 110,
    card: 'meta',
    render: (row) => row.org?.name,
  },
  {
    key: 'expire_at',
    title: t('expire_status'),
    width: 170,
    card: 'meta',
    render: (row) => <Expiry row={row} />,
  },
  {
    key: 'otp_bound',
    title: t('column_otp'),
    width: 100,
    render: (row, { lang }) =>
      row.otp_bound === IsOrNot.is ? (
        <Status tone="ok">{t('bound')[lang]}</Status>
      ) : (
        <Status tone="idle">{t('unbound')[lang]}</Status>
      ),
  },
  {
    key: 'last_login_at',
    title: t('column_login'),
    width: 120,
    card: 'meta',
    render: (row, { lang }) =>
      row.last_login_at ? <Instant at={row.last_login_at} /> : t('never')[lang],
  },
  {
    key: 'last_ip',
    title: t('column_ip'),
    width: 140,
    optional: true,
    render: (row) => row.last_ip,
  },
  {
    key: 'phone',
    title: t('column_phone'),
    width: 140,
    optional: true,
    render: (row) => row.phone,
  },
  {
    key: 'area',
    title: t('column_area'),
    width: 100,
    optional: true,
    render: (row) => row.area,
  },
  {
    key: 'created_at',
    title: t('column_created'),
    width: 140,
    optional: true,
    render: (row) => <Instant at={row.created_at} />,
  },
]

function Expiry({ row: { expire_at, expire_status } }: { row: AccountRow }) {
  const lang = useLanguage()
  const label = labelOf(AuthExpireStatus, expire_status, lang)
  const tone = expireTones[expire_status]
  const day = expire_at === null ? null : lastDayOf(expire_at)
  return (
    <>
      {tone ? <Status tone={tone}>{label}</Status> : day ? null : label}{' '}
      {day ? (
        <span className={textStyles.number}>{tone ? day : t('until', { day })[lang]}</span>
      ) : null}
    </>
  )
}
