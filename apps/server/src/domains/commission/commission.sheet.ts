import type { BackAccountRow } from '@kaibo/contract/commission/commission.schema.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Sheet } from '#platform/file/sheet.ts'

const status = (row: BackAccountRow, lang: 'zh' | 'en') => labelOf(OpenStatus, row.enabled, lang)

export const backAccountSheet: Sheet<BackAccountRow> = {
  name: '回收账号',
  columns: [
    { title: '名称', width: 20, kind: 'text', value: (row) => row.name },
    { title: '工作室', width: 20, kind: 'text', value: (row) => row.studio.name },
    { title: '户名', width: 16, kind: 'text', value: (row) => row.holder },
    { title: '开户行', width: 20, kind: 'text', value: (row) => row.bank },
    { title: '收款账号', width: 16, kind: 'text', value: (row) => row.account_no },
    { title: '备注', width: 30, kind: 'text', value: (row) => row.note },
    { title: '状态', width: 8, kind: 'text', value: status },
    { title: '创建时间', width: 20, kind: 'instant', value: (row) => row.created_at },
  ],
}
