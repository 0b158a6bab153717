import { expect, test } from 'vitest'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { accountSheet } from './account.sheet.ts'

const groups = [
  { id: 'a', name: 'A' },
  { id: 'b', name: 'B' },
]

const shown = (lang: Lang) =>
  accountSheet.columns
    .find(({ title }) => title.en === 'Group')
    ?.value({ groups } as Partial<AccountRow> as AccountRow, lang)

test('groups are listed with the comma of the reader’s language', () => {
  expect(shown('zh')).toBe('A、B')
  expect(shown('en')).toBe('A, B')
})
