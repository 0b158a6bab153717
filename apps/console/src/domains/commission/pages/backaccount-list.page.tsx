import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import type { BackAccountRow } from '@kaibo/contract/commission/commission.schema.ts'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { columnsOf, enabledColumn, nameColumn } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { backAccountActions, createBackAccount } from '../commission.actions.tsx'

const HINT = words(
  '回收账号是工作室收款的账号：回收物品的钱结算到这里。',
  'A back account is where a studio is paid for what it bought back.',
)
const FIND = words('名称、户名或账号末四位', 'Name, holder or last four digits')

const { column, text, instant, filter } = columnsOf(
  commissionApi.accounts,
  commissionApi.saveAccount,
)

const accounts: ListPageProps<typeof commissionApi.accounts> = {
  name: 'commission',
  words: listWords(nouns.backAccount, { title: nouns.backAccount, hint: HINT }),
  endpoint: commissionApi.accounts,
  rowKey: 'id',
  nameOf: ({ name }) => name,
  columns: [
    nameColumn(nouns.backAccount, 140),
    enabledColumn,
    column<BackAccountRow>('studio', { width: 140, card: 'meta' }, ({ studio }) => studio.name),
    column<BackAccountRow>('game', { width: 120 }, ({ game }) => game?.name ?? EMPTY_CELL),
    text('holder', { width: 100, card: 'meta' }),
    text('bank', { width: 150, card: 'meta' }),
    text('account_no', { width: 120, card: 'meta' }),
    text('note', { width: 140, wrap: true }),
    instant('created_at', { width: 140 }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, FIND),
    filter({ kind: 'options', name: 'studio_id', from: optionLists.studios }),
    filter({ kind: 'enum', name: 'enabled', of: OpenStatus }),
  ],
  actions: backAccountActions,
  create: createBackAccount,
  find: (id) => ({ id }),
}

export default function BackaccountListPage() {
  return <ListPage {...accounts} />
}
