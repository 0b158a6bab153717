import { words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import { Download } from '../http/implement.ts'
import { xlsx, XLSX_TYPE, type Column } from './xlsx.ts'

/** A list as a file: its columns with their titles and values, in the reader's language. */
export interface Sheet<Row> {
  name: Words
  columns: readonly SheetColumn<Row>[]
}

export interface SheetColumn<Row> extends Omit<Column<Row>, 'title' | 'value'> {
  title: Words
  readonly value: (row: Row, lang: Lang) => string | number | null
}

interface Contents<Row> {
  lang: Lang
  /** The period that it covers, for the name of the file. */
  span: string
  /** The rows after one, at most `limit`, in an order that does not change while they are read. */
  after: (last: Row | undefined, limit: number) => Promise<readonly Row[]>
}

/** Rows in memory at once while a workbook is written. */
const CHUNK = 500

/** All rows, as a workbook that is written while they are read. */
export function workbook<Row>(
  { name, columns }: Sheet<Row>,
  { lang, span, after }: Contents<Row>,
): Download {
  const title = name[lang]
  const spoken = columns.map(({ value, ...column }) => ({
    ...column,
    title: column.title[lang],
    value: (row: Row) => value(row, lang),
  }))
  return new Download(`${title}_${span}.xlsx`, XLSX_TYPE, xlsx(title, spoken, chunksOf(after)))
}

async function* chunksOf<Row>(after: Contents<Row>['after']): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await after(last, CHUNK)
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK) return
    last = rows.at(-1)
  }
}

/** `最早_2026-03-02`: the days that a list was asked for. */
export const spanOf = (from: string | undefined, to: string, lang: Lang): string =>
  `${from ?? words('最早', 'earliest')[lang]}_${to}`
