import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { unpackedBytes } from './zip.size.ts'

export const MAX_SHEET_ROWS = 20_000
const MAX_COLUMNS = 50
const MAX_CELL = 2_000
const MAX_UNPACKED = 100_000_000
const WITHIN_MS = 15_000
const MEMORY_MB = 384

/** What people send instead of a sheet that can be read. */
export class SheetFault extends Error {
  constructor(readonly said: Words) {
    super(said.zh)
  }
}

/**
 * The cells of the first sheet of an xlsx file, or of a csv file (UTF-8, UTF-16 or GB18030), as texts. Rows that are empty are
 * kept, so that a row's number is that of the file. Read in a process of its own: it is ended where it takes too long or too
 * much memory, whatever the file makes of the reader.
 */
export async function readSheet(bytes: Buffer): Promise<string[][]> {
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK'
  if (isZip) {
    const unpacked = unpackedBytes(bytes)
    if (unpacked === undefined) throw new SheetFault(NO_SHEET)
    if (unpacked > MAX_UNPACKED) throw new SheetFault(TOO_MUCH)
  }
  const answer = await inChild(isZip ? bytes : decoded(bytes))
  if (answer === undefined) throw new SheetFault(TOO_MUCH)
  if (answer === 'many') throw new SheetFault(TOO_MANY)
  if (answer === 'broken') throw new SheetFault(NO_SHEET)
  return answer
}

type Answer = string[][] | 'many' | 'broken' | undefined

function decoded(bytes: Buffer): string {
  const start = bytes.subarray(0, 2).toString('hex')
  const wide = start === 'fffe' ? 'utf-16le' : start === 'feff' ? 'utf-16be' : undefined
  if (wide) return new TextDecoder(wide).decode(bytes)
  if (bytes.includes(0)) throw new SheetFault(NO_SHEET)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function inChild(content: Buffer | string): Promise<Answer> {
  const limits = [MAX_SHEET_ROWS, MAX_COLUMNS, MAX_CELL].join()
  const args = [`--max-old-space-size=${MEMORY_MB}`, '--input-type=module', '-e', PROGRAM]
  const child = spawn(process.execPath, [...args, '--', XLSX, CSV, limits], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { NODE_OPTIONS: '' },
    windowsHide: true,
  })
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
    const end = (answer?: Answer) => {
      clearTimeout(late)
      child.kill('SIGKILL')
      resolve(answer)
    }
    child.on('message', (answer: Answer) => end(answer))
    child.on('exit', () => end())
    child.on('error', () => end())
    child.send(content, () => {})
  })
}

const pathOf = (part: string) =>
  pathToFileURL(createRequire(import.meta.url).resolve(`hucre/${part}`)).href
const XLSX = pathOf('xlsx')
const CSV = pathOf('csv')

/** As text, so that no build needs a file for it. It ends with the server: its channel closes. */
const PROGRAM = `
const [xlsx, csv, limits] = process.argv.slice(-3)
const [maxRows, maxColumns, maxCell] = limits.split(',').map(Number)
process.on('disconnect', () => process.exit())
process.on('message', async (content) => {
  try {
    const rows = typeof content === 'string' ? await readCsv(content) : await readXlsx(content)
    process.send(rows.length > maxRows ? 'many' : rows.map((row) => (row ?? []).slice(0, maxColumns).map(textOf)))
  } catch {
    process.send('broken')
  }
})
async function readXlsx(bytes) {
  const { readXlsx } = await import(xlsx)
  return (await readXlsx(bytes, { sheets: [0] })).sheets[0].rows
}
async function readCsv(text) {
  const { parseCsv } = await import(csv)
  return parseCsv(text.replace(/^\\uFEFF/, ''), { header: false })
}
function textOf(value) {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  return String(typeof value === 'object' ? (value.text ?? '') : value).slice(0, maxCell).trim()
}
`

const NO_SHEET = words(
  '文件不是能读的表格，请用xlsx或csv',
  'The file is no sheet that can be read; use xlsx or csv',
)
const TOO_MUCH = words(
  '表格太大，读不下来，请拆成几个再导入',
  'The sheet is too large to be read; split it and import the parts',
)
const TOO_MANY = words(
  `表格不能超过${MAX_SHEET_ROWS}行，请拆成几个再导入`,
  `The sheet must not be over ${MAX_SHEET_ROWS} rows; split it and import the parts`,
)
