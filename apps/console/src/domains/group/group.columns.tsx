import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { Tag } from 'antd'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { groupKinds, type GroupRow } from '@kaibo/contract/group/group.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { wordsOf } from '#client/i18n.ts'
import { Count, Instant } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import { Status } from '#kit/status/status.tsx'
import './group.i18n.ts'

const t = wordsOf('group')

export const groupColumns: readonly Column<GroupRow>[] = [
  {
    key: 'name',
    title: t('column_name'),
    width: 150,
    render: (row, { lang }) => (
      <>
        {groupWords(row)[lang]}{' '}
        {row.built_in === IsOrNot.is ? <Tag>{t('built_in')[lang]}</Tag> : null}
      </>
    ),
  },
  {
    key: 'enabled',
    title: t('status'),
    width: 80,
    card: 'status',
    render: (row, { lang }) => (
      <Status tone={row.enabled === OpenStatus.open ? 'ok' : 'offline'}>
        {labelOf(OpenStatus, row.enabled, lang)}
      </Status>
    ),
  },
  {
    key: 'kind',
    title: t('kind'),
    width: 80,
    render: (row, { lang }) => labelOf(groupKinds, row.kind, lang),
  },
  {
    key: 'scope',
    title: t('scope'),
    width: 185,
    card: 'meta',
    render: (row, { lang }) => t(`scope_${row.scope}`)[lang],
  },
  {
    key: 'rights',
    title: t('rights'),
    width: 160,
    card: 'meta',
    render: (row, { lang }) =>
      t('rights_count', { menus: row.menus.length, actions: row.actions.length })[lang],
  },
  {
    key: 'members',
    title: t('members'),
    width: 70,
    align: 'right',
    card: 'meta',
    render: (row) => <Count value={row.members} />,
  },
  {
    key: 'single_login',
    title: t('single_login'),
    width: 90,
    render: (row, { lang }) => (row.single_login === IsOrNot.is ? t('yes')[lang] : null),
  },
  {
    key: 'otp_required',
    title: t('otp'),
    width: 100,
    render: (row, { lang }) => (row.otp_required === IsOrNot.is ? t('yes')[lang] : null),
  },
  {
    key: 'updated_at',
    title: t('saved'),
    width: 180,
    optional: true,
    render: (row) => (
      <>
        <Instant at={row.updated_at} /> {row.updated_by}
      </>
    ),
  },
]
