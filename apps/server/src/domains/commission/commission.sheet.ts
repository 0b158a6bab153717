import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { BackAccountRow } from '@kaibo/contract/commission/commission.schema.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Sheet } from '#platform/file/sheet.ts'

const status = (row: BackAccountRow, lang: 'zh' | 'en') => labelOf(OpenStatus, row.enabled, lang)

export const backAccountSheet: Sheet<BackAccountRow> = {
  name: nouns.backAccount,
  columns: [
    { title: nouns.name, width: 20, kind: 'text', value: (row) => row.name },
    { title: nouns.studio, width: 20, kind: 'text', value: (row) => row.studio.name },
    { title: words('户名', 'Account holder'), width: 16, kind: 'text', value: (row) => row.holder },
    { title: words('开户行', 'Bank'), width: 20, kind: 'text', value: (row) => row.bank },
    {
      title: words('收款账号', 'Account number'),
      width: 16,
      kind: 'text',
      value: (row) => row.account_no,
    },
    { title: nouns.note, width: 30, kind: 'text', value: (row) => row.note },
    { title: nouns.status, width: 8, kind: 'text', value: status },
    {
      title: words('创建时间', 'Created'),
      width: 20,
      kind: 'instant',
      value: (row) => row.created_at,
    },
  ],
}
