import { words } from '@kaibo/contract/kernel/words.ts'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sheetOf } from '@kaibo/testkit/unzip.ts'
import { spanOf, workbook, type Sheet } from './sheet.ts'

const numbers: Sheet<number> = {
  name: words('编号', 'Number'),
  columns: [
    { title: words('编号', 'Number'), width: 8, kind: 'count', value: (row) => row },
    {
      title: words('状态', 'Status'),
      width: 8,
      kind: 'text',
      value: (row, lang) => `${lang} ${row}`,
    },
  ],
}

/** The numbers from one to `count`, and after which of them somebody asked for more. */
function counted(count: number) {
  const asked: (number | undefined)[] = []
  const after = (last: number | undefined, limit: number) => {
    asked.push(last)
    const first = (last ?? 0) + 1
    const length = Math.min(limit, count - first + 1)
    return Promise.resolve(Array.from({ length }, (_, at) => first + at))
  }
  return { asked, after }
}

test('rows are asked for after the last one, until there are no more', async () => {
  const { asked, after } = counted(1_000)
  const file = workbook(numbers, { lang: 'zh', span: '2026-03-02', after })
  expect(file.filename).toBe('编号_2026-03-02.xlsx')
  const rows = sheetOf(await buffer(file.body))
  expect(rows).toHaveLength(1_001)
  expect([rows[0], rows[1], rows.at(-1)]).toEqual([
    ['编号', '状态'],
    ['1', 'zh 1'],
    ['1000', 'zh 1000'],
  ])
  expect(asked).toEqual([undefined, 500, 1_000])
})

test('in English the file, its head and its words are English', async () => {
  const { asked, after } = counted(1)
  const file = workbook(numbers, { lang: 'en', span: spanOf(undefined, '2026-03-02', 'en'), after })
  expect(file.filename).toBe('Number_earliest_2026-03-02.xlsx')
  expect(sheetOf(await buffer(file.body))).toEqual([
    ['Number', 'Status'],
    ['1', 'en 1'],
  ])
  expect(asked).toEqual([undefined])
})
