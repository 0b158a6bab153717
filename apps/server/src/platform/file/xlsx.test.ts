import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sheetOf, unzip } from '@kaibo/testkit/unzip.ts'
import { xlsx, type Column } from './xlsx.ts'

type Row = { name: string; fen: number | null }
const columns: Column<Row>[] = [
  { title: '名称', width: 20, kind: 'text', value: (row) => row.name },
  { title: '金额（元）', width: 10, kind: 'money', value: (row) => row.fen },
]
async function* inChunks(...chunks: Row[][]) {
  for (const chunk of chunks) {
    await pause(0)
    yield chunk
  }
}
async function* one(at: number) {
  yield await Promise.resolve([at])
}
async function* broken() {
  yield [{ name: '甲', fen: 1 }]
  await pause(0)
  throw new Error('the database is gone')
}
const written = (...chunks: Row[][]) => buffer(xlsx('表', columns, inChunks(...chunks)))

test('a header and a row each, chunk after chunk', async () => {
  const book = await written([{ name: '甲', fen: 123_456 }], [{ name: '乙', fen: -5 }])
  expect(sheetOf(book)).toEqual([
    ['名称', '金额（元）'],
    ['甲', '1234.56'],
    ['乙', '-0.05'],
  ])
  expect(Object.keys(unzip(book))).toContain('[Content_Types].xml')
  expect(unzip(book)['xl/workbook.xml']).toContain('<sheet name="表"')
})

test('no rows are a header alone, and what is missing an empty cell', async () => {
  expect(sheetOf(await written())).toEqual([['名称', '金额（元）']])
  expect(sheetOf(await written([{ name: '', fen: null }]))[1]).toEqual(['', ''])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=cmd|"/c calc"!A1'])(
  '%j stays text that is never computed',
  async (name) => {
    const xml = unzip(await written([{ name, fen: 0 }]))['xl/worksheets/sheet1.xml'] ?? ''
    expect(xml).not.toContain('<f>')
    expect(xml).toContain(`<c s="5" t="inlineStr"><is><t xml:space="preserve">${name}</t></is></c>`)
  },
)

test('text keeps what XML can hold', async () => {
  const name = '<b>&"甲"</b>\0\u0007半\ud83d 🎁'
  const [, row] = sheetOf(await written([{ name, fen: 0 }]))
  expect(row?.[0]).toBe('<b>&"甲"</b>\ufffd\ufffd半\ufffd 🎁')
})

const instants: Column<number>[] = [
  { title: '时间', width: 20, kind: 'instant', value: (at) => at },
]

test('an instant is Shanghai’s time', async () => {
  const at = Date.UTC(2026, 2, 1, 16, 30)
  const [, row] = sheetOf(await buffer(xlsx('表', instants, one(at))))
  // 2 March 2026, 00:30: 46,083 days after Excel's first.
  expect(Number(row?.[0])).toBeCloseTo(46_083 + 0.5 / 24, 6)
})

test.each([
  [9_000_000_000_000_000, '275760-09-13 08:00:00'],
  [Date.UTC(9999, 11, 31, 16), '10000-01-01 00:00:00'],
  [Date.UTC(1800, 0, 1), expect.stringMatching(/^1800-01-01 /)],
])('the instant %d, on a day that Excel does not have, is text', async (at, shown) => {
  const [, row] = sheetOf(await buffer(xlsx('表', instants, one(at))))
  expect(row?.[0]).toEqual(shown)
})

test('a fault while reading ends the file as a fault', async () => {
  await expect(buffer(xlsx('表', columns, broken()))).rejects.toThrow('the database is gone')
})

test('rows are read no faster than they are taken, and no more once nobody listens', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 1
      yield await Promise.resolve(
        Array.from({ length: 100 }, () => ({ name: Math.random().toString(36), fen: 1 })),
      )
    }
  }
  const stream = xlsx('表', columns, endless())
  stream.once('readable', () => {})
  await pause(300)
  const before = read
  expect(before).toBeLessThan(1_000)
  stream.destroy()
  await pause(100)
  expect(read).toBeLessThanOrEqual(before + 1)
})
