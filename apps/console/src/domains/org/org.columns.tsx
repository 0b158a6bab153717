import { Tag } from 'antd'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { textOf } from '#client/i18n.ts'
import { listed } from '#client/language.ts'
import { Instant } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import { Status } from '#kit/status/status.tsx'
import { rateText } from './org.present.ts'
import './org.i18n.ts'

const t = textOf('org')

export const orgColumns: readonly Column<OrgRow>[] = [
  {
    key: 'name',
    title: () => t('column_name'),
    width: 180,
    render: (row) => (
      <>
        {row.name} {row.is_demo === IsOrNot.is ? <Tag>{t('demo')}</Tag> : null}
      </>
    ),
  },
  {
    key: 'enabled',
    title: () => t('status'),
    width: 90,
    card: 'status',
    render: (row, { lang }) => (
      <Status tone={row.enabled === OpenStatus.open ? 'ok' : 'offline'}>
        {labelOf(OpenStatus, row.enabled, lang)}
      </Status>
    ),
  },
  {
    key: 'owner',
    title: () => t('owner'),
    width: 170,
    card: 'meta',
    render: ({ owner }) =>
      owner ? (
        <>
          {owner.nickname} <span className="meta">{owner.username}</span>
        </>
      ) : (
        t('no_owner')
      ),
  },
  {
    key: 'contact',
    title: () => t('contact'),
    width: 120,
    optional: true,
    render: (row) => row.contact,
  },
  {
    key: 'areas',
    title: () => t('areas'),
    width: 120,
    card: 'meta',
    render: (row) => listed(row.areas),
  },
  {
    key: 'share_rate',
    title: () => t('share_rate'),
    width: 110,
    align: 'right',
    card: 'meta',
    render: (row) => <span className="cell-number">{rateText(row.share_rate)}</span>,
  },
  {
    key: 'has',
    title: () => t('has'),
    width: 190,
    card: 'meta',
    render: (row) => (
      <span className="cell-number">{`${row.rooms} · ${row.live_accounts} · ${row.accounts}`}</span>
    ),
  },
  {
    key: 'last_login_at',
    title: () => t('login'),
    width: 130,
    render: ({ owner }) => <Instant at={owner?.last_login_at} />,
  },
  {
    key: 'created_at',
    title: () => t('created'),
    width: 140,
    optional: true,
    render: (row) => <Instant at={row.created_at} />,
  },
]
