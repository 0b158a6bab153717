import { expect, test } from 'vitest'
import { cleaned, isSpeakable } from './clean.ts'
import { piecesOf } from './pieces.ts'
import { partsOf } from './split.ts'

test.each([
  ['谢谢<b>阿强</b>', '谢谢 b 阿强 /b '],
  ['A&B 送来 ¥12.5', 'A和B 送来 12.5元'],
  ['20:03 开始，9:00 见', '20点03分 开始，9点 见'],
  ['666，太强了', '六六六，太强了'],
  ['1666 分', '1666 分'],
  ['打 8% 折', '打 百分之8 折'],
  ['ok，看 https://a.cn/x?y=1 呀', 'O K，看  呀'],
  ['👍🏻👨‍👩‍👧🇨🇳棒', '棒'],
  ['ＡＢＣ１２', 'ABC12'],
  ['謝謝', '謝謝'],
  ['a\u202eb\u200bc', 'abc'],
  ['¥1,234.50，共1,000,000人', '1234.50元，共1000000人'],
  ['12,34 和 1,2345', '12,34 和 1,2345'],
  ['倒计时3:05:07', '倒计时3点05分07秒'],
  ['比分 32:78，2:60', '比分 32:78，2:60'],
  ['加 13800138000', '加 一三八零零一三八零零零'],
  ['今天 -5度，3月-5月，2026-11-26', '今天 负5度，3月-5月，2026-11-26'],
  ['涨了1,200%', '涨了百分之1200'],
])('%j is said as %j', (text, said) => {
  expect(cleaned(text).text).toBe(said)
})

test('what is said knows where it comes from', () => {
  const text = '👍🏻¥12送 666'
  const { text: said, from } = cleaned(text)
  expect(said).toBe('12元送 六六六')
  expect(text.slice(from[said.indexOf('送')])).toBe('送 666')
  expect(text.slice(from[said.indexOf('六')])).toBe('666')
  expect(from).toHaveLength(said.length)
})

test('what only looks is not said', () => {
  expect(isSpeakable(cleaned('👍👍 https://a.cn').text)).toBe(false)
  expect(isSpeakable(cleaned('。。。').text)).toBe(false)
  expect(isSpeakable(cleaned('好').text)).toBe(true)
})

test.each([
  ['谢谢阿强！欢迎大家。', ['谢谢阿强！', '欢迎大家。']],
  ['没有句号', ['没有句号']],
  ['', []],
  ['。。。', ['。。。']],
  [`${'很'.repeat(50)}，${'长'.repeat(50)}。`, [`${'很'.repeat(50)}，`, `${'长'.repeat(50)}。`]],
  ['长'.repeat(100), ['长'.repeat(80), '长'.repeat(20)]],
])('%j in pieces', (text, pieces) => {
  expect(partsOf(text)).toEqual(pieces)
  expect(partsOf(text).join('')).toBe(text)
})

test('no character is cut in halves', () => {
  const text = '👍'.repeat(100)
  expect(() => partsOf(text).map(encodeURIComponent)).not.toThrow()
  expect(partsOf(text).join('')).toBe(text)
})

test.each([
  ['谢谢阿强！欢迎大家。', ['谢谢阿强！', '欢迎大家。']],
  ['看https://a.cn/x?y=1呀', ['看https://a.cn/x?y=1呀']],
  ['好。👍', ['好。👍']],
  ['。。。好。来', ['。。。好。', '来']],
  ['👍👍', []],
])('what is said of %j', (text, texts) => {
  const pieces = piecesOf(text)
  expect(pieces.map((piece) => piece.text)).toEqual(texts)
  for (const { said, from, text: own } of pieces) {
    expect(from).toHaveLength(said.length)
    for (const at of from) expect(at).toBeLessThan(own.length)
  }
})

test('a word is read as the lexicon says, the longest first, and knows where it comes from', () => {
  const [piece] = piecesOf('行长在银行', [
    ['行', 'háng'],
    ['行长', 'hángzhǎng'],
  ])
  expect(piece?.said).toBe('hángzhǎng在银háng')
  expect(piece?.from[piece.said.indexOf('在')]).toBe(2)
})
