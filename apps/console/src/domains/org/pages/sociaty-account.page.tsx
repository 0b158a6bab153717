import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { textOf } from '#client/i18n.ts'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { createOrg, orgActions } from '../org.actions.tsx'
import { orgColumns } from '../org.columns.tsx'
import '../org.i18n.ts'

const t = textOf('org')

const org: ListPageProps<typeof orgApi.list> = {
  name: 'org',
  words: {
    title: () => t('title'),
    what: () => t('what'),
    items: (count) => t('items', { count }),
    hint: () => t('hint'),
  },
  endpoint: orgApi.list,
  rowKey: 'id',
  nameOf: (row) => row.name,
  columns: orgColumns,
  filters: [
    { kind: 'keyword', name: 'keyword', label: () => t('keyword') },
    { kind: 'enum', name: 'enabled', of: OpenStatus, label: () => t('status') },
    { kind: 'options', name: 'area', from: optionLists.areas, label: () => t('area') },
  ],
  actions: orgActions,
  create: createOrg,
  find: (id) => ({ id }),
}

export default function SociatyAccountPage() {
  return <ListPage {...org} />
}
