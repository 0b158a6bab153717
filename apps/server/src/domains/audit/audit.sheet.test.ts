import { expect, test } from 'vitest'
import type { AuditRow, Change } from '@kaibo/contract/audit/audit.schema.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { auditSheet } from './audit.sheet.ts'

const changes: Change[] = [
  { field: 'nickname', label: 'L', kind: 'text', before: '王五', after: '王小五' },
  { field: 'actions', label: 'L', kind: 'set', before: '["a"]', after: '["b","c"]' },
]

const shown = (lang: Lang) =>
  auditSheet.columns
    .find(({ title }) => title.en === 'Changes')
    ?.value({ changes } as Partial<AuditRow> as AuditRow, lang)

test('a change is written with the marks of the reader’s language', () => {
  expect(shown('zh')).toBe('L：王五 → 王小五\nL：−a、+b、+c')
  expect(shown('en')).toBe('L: 王五 → 王小五\nL: −a, +b, +c')
})
