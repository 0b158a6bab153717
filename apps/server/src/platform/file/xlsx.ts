import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { DAY_MS, instantText } from '@kaibo/contract/kernel/day.ts'
import { parts, STYLE } from './xlsx.parts.ts'
import { escapeXml, readsAsFormula } from './xlsx.text.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `money` is given in fen and written in yuan; `instant` in milliseconds, written as Shanghai's date and time. */
export interface Column<Row> {
  title: string
  /** In characters. */
  width: number
  kind: 'text' | 'count' | 'money' | 'instant'
  readonly value: (row: Row) => string | number | null
}

/** The most rows that Excel opens, with the header. */
const MAX_ROWS = 1_048_576

/** A workbook of one sheet, written while its rows are read: memory holds one chunk, however long the sheet. */
export function xlsx<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  chunks: AsyncIterable<readonly Row[]>,
): Readable {
  const zip = new ZipFile()
  const body = new PassThrough()
  for (const [path, text] of Object.entries(parts(sheet))) zip.addBuffer(Buffer.from(text), path)
  const rows = Readable.from(sheetXml(columns, chunks), { objectMode: false })
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.end()
  // An error while reading breaks the answer off: a cut workbook does not open, so nobody takes it for complete.
  rows.on('error', (error) => body.destroy(error))
  pipeline(zip.outputStream, body, () => rows.destroy())
  return body
}

async function* sheetXml<Row>(
  columns: readonly Column<Row>[],
  chunks: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowXml(columns.map(({ title }) => textCell(title, STYLE.header)))
  let written = 1
  for await (const chunk of chunks) {
    written += chunk.length
    if (written > MAX_ROWS) throw new Error(`a sheet holds ${MAX_ROWS} rows`)
    yield chunk.map((row) => rowXml(columns.map((column) => cell(column, row)))).join('')
  }
  yield '</sheetData></worksheet>'
}

const rowXml = (cells: readonly string[]) => `<row>${cells.join('')}</row>`

function cell<Row>({ kind, value }: Column<Row>, row: Row): string {
  const content = value(row)
  if (content === null || content === '') return '<c/>'
  if (typeof content === 'string') {
    return textCell(content, readsAsFormula(content) ? STYLE.literal : STYLE.text)
  }
  if (kind === 'money') return numberCell((content / 100).toFixed(2), STYLE.money)
  if (kind === 'instant') return instantCell(content)
  return numberCell(String(content), STYLE.count)
}

/** An inline text, which Excel never computes, whatever it begins with. */
const textCell = (text: string, style: number) =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const numberCell = (number: string, style: number) => `<c s="${style}"><v>${number}</v></c>`

/** The day number that Excel gives to 1970-01-01. */
const EPOCH = 25_569

/** Excel's day number of 31 December 9999, the last day that it shows. */
const LAST_SERIAL = 2_958_465

/** A day number with its fraction, in business time; as text where Excel has no such day. */
function instantCell(at: number): string {
  const shown = instantText(at)
  const serial = Date.parse(`${shown.replace(' ', 'T')}Z`) / DAY_MS + EPOCH
  return serial >= 0 && serial <= LAST_SERIAL
    ? numberCell(serial.toFixed(8), STYLE.instant)
    : textCell(shown, STYLE.text)
}
