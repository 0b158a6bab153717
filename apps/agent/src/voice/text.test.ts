import { expect, test } from 'vitest'
import { cleaned, isSpeakable } from './clean.ts'
import { piecesOf } from './split.ts'

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
  expect(piecesOf(text)).toEqual(pieces)
  expect(piecesOf(text).join('')).toBe(text)
})

test('no character is cut in halves', () => {
  const text = '👍'.repeat(100)
  expect(() => piecesOf(text).map(encodeURIComponent)).not.toThrow()
  expect(piecesOf(text).join('')).toBe(text)
})
