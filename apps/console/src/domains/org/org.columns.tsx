import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import type { OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { listed } from '#client/language.ts'
import { Instant } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import { columnsOf, enabledColumn, nameColumn } from '#kit/list/columns-of.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { rateText } from './org.present.ts'
import './org.i18n.ts'
import textStyles from '#kit/text/text.module.css'

const t = wordsOf('org')
const { column, text, instant, filter } = columnsOf(orgApi.list, orgApi.add)

export const orgFilters = [
  filter(
    { kind: 'keyword', name: 'keyword' },
    words('公会、联系人或账号', 'Guild, contact or account'),
  ),
  filter({ kind: 'enum', name: 'enabled', of: OpenStatus }),
  filter({ kind: 'options', name: 'area', from: optionLists.areas }),
  filter({ kind: 'tick', name: 'is_studio', value: IsOrNot.is }),
]

export const orgColumns: readonly Column<OrgRow>[] = [
  nameColumn(nouns.org, 180),
  enabledColumn,
  column<OrgRow>('owner', { width: 170, card: 'meta' }, ({ owner }, { lang }) =>
    owner ? (
      <>
        {owner.nickname} <span className={textStyles.meta}>{owner.username}</span>
      </>
    ) : (
      t('no_owner')[lang]
    ),
  ),
  text('contact', { width: 120, optional: true }),
  column<OrgRow>('areas', { width: 120, card: 'meta' }, ({ areas }, { lang }) =>
    listed(areas, lang),
  ),
  column<OrgRow>('share_rate', { width: 110, align: 'right', card: 'meta' }, (row) => (
    <span className={textStyles.number}>{`${rateText(row.share_rate)}%`}</span>
  )),
  column<OrgRow>(
    'has',
    {
      title: words('直播间 · 直播账号 · 人员', 'Rooms · live accounts · people'),
      width: 190,
      card: 'meta',
    },
    (row) => (
      <span
        className={textStyles.number}
      >{`${row.rooms} · ${row.live_accounts} · ${row.accounts}`}</span>
    ),
  ),
  column<OrgRow>('is_studio', { width: 80, optional: true }, ({ is_studio }, { lang }) =>
    labelOf(IsOrNot, is_studio, lang),
  ),
  column<OrgRow>('last_login_at', { title: nouns.lastLogin, width: 130 }, ({ owner }) => (
    <Instant at={owner?.last_login_at} />
  )),
  instant('created_at', { width: 140, optional: true }),
]
