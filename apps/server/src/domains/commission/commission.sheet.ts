import { BackAccountDraft, BackAccountRow } from '@kaibo/contract/commission/commission.schema.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { sheetColumns } from '#platform/file/sheet-columns.ts'
import type { Sheet } from '#platform/file/sheet.ts'

const { text, named, label, instant } = sheetColumns(BackAccountRow, BackAccountDraft)

export const backAccountSheet: Sheet<BackAccountRow> = {
  name: nouns.backAccount,
  columns: [
    text('name', 20),
    named('studio', 20),
    text('holder', 16),
    text('bank', 20),
    text('account_no', 16),
    text('note', 30),
    label('enabled', OpenStatus, 8),
    instant('created_at'),
  ],
}
