import { expect, test } from 'vitest'
import { foundBy, piecesOf } from './palette.items.ts'

test.each([
  ['账号分组', 'zhfz', true],
  ['账号分组', 'fenzu', true],
  ['直播收入', 'zbsr', true],
  ['直播收入', '收入', true],
  ['Live income', 'INC', true],
  ['直播收入', 'xyz', false],
  ['为什么看不到', 'yd', false],
  ['直播收入', '', true],
])('%s 用 %s 找：%s', (text, typed, found) =>
  expect(foundBy(typed, [{ label: text }])).toHaveLength(found ? 1 : 0),
)

test('items that begin with the text come first, others keep their order', () => {
  const items = ['回收账号', '账号', '账号分组', '公会账号'].map((label) => ({ label }))
  for (const typed of ['zhanghao', '账号'])
    expect(foundBy(typed, items).map(({ label }) => label)).toEqual([
      '账号',
      '账号分组',
      '回收账号',
      '公会账号',
    ])
})

test.each([
  ['阿狸·夜读', ['夜读'], '阿狸·[夜读]'],
  ['阿狸·夜读', ['狸夜'], '阿[狸·夜]读'],
  ['阿狸·夜读', ['alyd'], '[阿狸]·[夜读]'],
  ['阿狸夜读 R2', ['yd', 'r2'], '阿狸[夜读] [R2]'],
  ['😀夜读', ['yd'], '😀[夜读]'],
  ['ＡＢＣ', ['bc'], 'Ａ[ＢＣ]'],
  ['阿狸夜读', ['xyz'], '阿狸夜读'],
  ['', ['a'], ''],
])('%s, found by %j, is marked as %s', (text, terms, marked) =>
  expect(
    piecesOf(text, terms)
      .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
      .join(''),
  ).toBe(marked),
)
