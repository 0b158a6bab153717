import { expect, test } from 'vitest'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { columnsOf } from './columns-of.tsx'

const { column, text, instant, filter } = columnsOf(
  commissionApi.accounts,
  commissionApi.saveAccount,
)

test('a column’s title is the label of the row’s, query’s or form’s field, unless it has its own', () => {
  const columns = [
    instant('created_at', { width: 1 }),
    text('enabled', { width: 1 }),
    text('bank', { width: 1 }),
    column('bank', { title: words('银行', 'The bank'), width: 1 }, () => null),
    text('nowhere', { width: 1 }),
  ]
  expect(columns.map(({ title }) => title.zh)).toEqual([
    '创建时间',
    '状态',
    '开户行',
    '银行',
    'nowhere',
  ])
  expect(filter({ kind: 'keyword', name: 'keyword' }).label.zh).toBe('关键词')
})
