import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readSheet } from './sheet.reader.ts'
import { xlsx, type Column } from './xlsx.ts'

type Row = readonly [string, string]
const columns: Column<Row>[] = [
  { title: '关键词', width: 20, kind: 'text', value: ([words]) => words },
  { title: '回复', width: 40, kind: 'text', value: ([, reply]) => reply },
]
async function* chunk(rows: readonly Row[]) {
  yield await Promise.resolve([...rows])
}
const book = (...rows: Row[]) => buffer(xlsx('问答', columns, chunk(rows)))

test('of an xlsx file the first sheet, its head too', async () => {
  expect(await readSheet(await book(['音响/音箱', '五百元'], ['', '']))).toEqual([
    ['关键词', '回复'],
    ['音响/音箱', '五百元'],
    ['', ''],
  ])
})

test('a csv in any of the encodings that people have', async () => {
  const text = '音响,"五百元，\n包邮"\r\n\r\n发货,明天'
  const rows = [['音响', '五百元，\n包邮'], [''], ['发货', '明天']]
  expect(await readSheet(Buffer.from(`\uFEFF${text}`))).toEqual(rows)
  expect(await readSheet(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(rows)
  // 音响,好 as Windows writes it in China
  expect(await readSheet(Buffer.from('d2f4cfec2cbac3', 'hex'))).toEqual([['音响', '好']])
})

test.each([
  ['an archive that is none', Buffer.from('PK\u0003\u0004 and nothing more')],
  ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0])],
])('%s is no sheet', async (_, bytes) => {
  await expect(readSheet(bytes)).rejects.toThrow('文件不是能读的表格，请用xlsx或csv')
})

test('an archive that says it becomes larger than is read is not opened', async () => {
  const bomb = await book(['音响', '好'])
  const entry = bomb.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  bomb.writeUInt32LE(4_000_000_000, entry + 24)
  await expect(readSheet(bomb)).rejects.toThrow('表格太大，读不下来')
})

test('more rows than are taken', async () => {
  const rows = Buffer.from('词,答\n'.repeat(20_001))
  await expect(readSheet(rows)).rejects.toThrow('表格不能超过20000行')
})
