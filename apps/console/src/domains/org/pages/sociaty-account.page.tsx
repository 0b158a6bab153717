import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { createOrg, orgActions } from '../org.actions.tsx'
import { orgColumns, orgFilters } from '../org.columns.tsx'

const TITLE = words('公会账号', 'Guild accounts')
const HINT = words(
  '公会是一家合作方：有自己的直播间、账号和收入，由一个公会账号管理。',
  'A guild is a partner with rooms, accounts and income of its own, run by one account.',
)

const org: ListPageProps<typeof orgApi.list> = {
  name: 'org',
  words: listWords(nouns.org, { title: TITLE, hint: HINT }),
  endpoint: orgApi.list,
  rowKey: 'id',
  nameOf: (row) => row.name,
  columns: orgColumns,
  filters: orgFilters,
  actions: orgActions,
  create: createOrg,
  find: (id) => ({ id }),
}

export default function SociatyAccountPage() {
  return <ListPage {...org} />
}
