import { inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50
const DEFLATED = 8

/** The files of a zip archive as text, by path; read from its central directory, as Excel does. */
export function unzip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(uint32(END_OF_DIRECTORY))
  if (end < 0) throw new Error('not a whole zip archive')
  const files: Record<string, string> = {}
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error(`no directory entry at ${at}`)
    const method = archive.readUInt16LE(at + 10)
    const size = archive.readUInt32LE(at + 20)
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const local = archive.readUInt32LE(at + 42)
    const path = archive.toString('utf8', at + 46, at + 46 + (name ?? 0))
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(start, start + size)
    files[path] = (method === DEFLATED ? inflateRawSync(content) : content).toString('utf8')
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The cells of a workbook's first sheet, row by row: text as it shows, numbers as they are stored. */
export function sheetOf(workbook: Buffer): string[][] {
  const xml = unzip(workbook)['xl/worksheets/sheet1.xml'] ?? ''
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?:\/>| [^>]*>(.*?)<\/c>)/gs)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ),
  )
}
