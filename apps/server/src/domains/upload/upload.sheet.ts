import { invalid } from '#platform/fault.ts'
import { readSheet, SheetFault } from '#platform/file/sheet.reader.ts'

/** A sheet is kept as its cells: nothing else of the file is ever read again. */
export async function sheetFrom(sent: Buffer) {
  const rows = await readSheet(sent).catch((error: unknown) => {
    throw error instanceof SheetFault ? invalid({ upload_id: error.said }) : error
  })
  const bytes = Buffer.from(JSON.stringify(rows))
  return { bytes, type: 'application/json', width: null, height: null }
}

export const rowsIn = (kept: Buffer): string[][] => JSON.parse(kept.toString()) as string[][]
