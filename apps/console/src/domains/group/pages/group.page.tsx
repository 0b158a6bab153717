import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { groupKinds } from '@kaibo/contract/group/group.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { createGroup, groupActions } from '../group.actions.tsx'
import { groupColumns } from '../group.columns.tsx'
import '../group.i18n.ts'

const t = wordsOf('group')

const group: ListPageProps<typeof groupApi.list> = {
  name: 'group',
  words: {
    title: t('title'),
    what: t('what'),
    items: (count) => t('items', { count }),
    hint: t('hint'),
  },
  endpoint: groupApi.list,
  rowKey: 'id',
  nameOf: (row) => row.name,
  columns: groupColumns,
  filters: [
    { kind: 'keyword', name: 'keyword', label: t('keyword') },
    { kind: 'enum', name: 'kind', of: groupKinds, label: t('kind') },
    { kind: 'enum', name: 'enabled', of: OpenStatus, label: t('status') },
  ],
  actions: groupActions,
  create: createGroup,
  find: (id) => ({ id }),
}

export default function GroupPage() {
  return <ListPage {...group} />
}
