import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { AuthExpireStatus, IsOrNot, UserStatus } from '@kaibo/contract/facts/enums.ts'
import { wordsOf } from '#client/i18n.ts'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { accountActions, createAccount } from '../account.actions.tsx'
import { accountColumns } from '../account.columns.tsx'
import '../account.i18n.ts'

const t = wordsOf('account')

const account: ListPageProps<typeof accountApi.list> = {
  name: 'account',
  words: {
    title: t('title'),
    what: t('what'),
    items: (count) => t('items', { count }),
    hint: t('hint'),
  },
  endpoint: accountApi.list,
  rowKey: 'uid',
  nameOf: (row) => row.nickname,
  columns: accountColumns,
  filters: [
    { kind: 'keyword', name: 'keyword', label: t('keyword') },
    { kind: 'enum', name: 'status', of: UserStatus, label: t('status') },
    { kind: 'options', name: 'group_id', from: optionLists.groups, label: t('group') },
    { kind: 'enum', name: 'expire_status', of: AuthExpireStatus, label: t('expire_status') },
    { kind: 'options', name: 'org_id', from: optionLists.orgs, label: t('org') },
    { kind: 'tick', name: 'is_gs', value: IsOrNot.is, label: t('is_gs') },
  ],
  actions: accountActions,
  create: createAccount,
  find: (uid) => ({ uid }),
}

export default function AccountPage() {
  return <ListPage {...account} />
}
