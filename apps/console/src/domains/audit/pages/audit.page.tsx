import { auditApi } from '@kaibo/contract/audit/audit.api.ts'
import { wordsOf } from '#client/i18n.ts'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { auditColumns } from '../audit.columns.tsx'
import { AuditDrawer } from '../parts/audit-drawer.tsx'
import '../audit.i18n.ts'

const t = wordsOf('audit')

const audit: ListPageProps<typeof auditApi.list> = {
  name: 'audit',
  words: {
    title: t('title'),
    what: t('what'),
    items: (count) => t('items', { count }),
    hint: t('hint'),
  },
  endpoint: auditApi.list,
  rowKey: 'seq',
  nameOf: ({ seq, action_name }, lang) => t('row_title', { seq, action: action_name })[lang],
  columns: auditColumns,
  filters: [
    { kind: 'keyword', name: 'keyword', label: t('keyword') },
    { kind: 'options', name: 'action', from: auditApi.actions, label: t('action') },
    { kind: 'options', name: 'uid', from: auditApi.people, label: t('who') },
    { kind: 'days', name: 'day_from', to: 'day_to', label: t('days') },
    { kind: 'keyword', name: 'target', label: t('target') },
  ],
  detail: { param: 'seq', Drawer: AuditDrawer },
}

export default function AuditPage() {
  return <ListPage {...audit} />
}
