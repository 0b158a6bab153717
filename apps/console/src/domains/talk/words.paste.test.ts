import { expect, test } from 'vitest'
import { pastedWords } from './words.paste.ts'

test('a word a line, with what replaces it; what is double or too long is named', () => {
  const text = `加微信\n\n 笨蛋 | 朋友 \n加微信\n${'长'.repeat(31)}\n|朋友`
  expect(pastedWords(text)).toEqual({
    list: [
      { word: '加微信', replace: '' },
      { word: '笨蛋', replace: '朋友' },
    ],
    double: 1,
    bad: [5, 6],
  })
})

test('no more than are saved at once', () => {
  const lines = Array.from({ length: 5_002 }, (_, n) => `词${n}`)
  const { list, bad } = pastedWords(lines.join('\n'))
  expect([list.length, bad]).toEqual([5_000, [5_001, 5_002]])
})

test('words with commas between are single words; a column of a sheet is no word', () => {
  const text = '赌博，色情、毒品;赌博\n笨蛋,傻瓜|朋友\n你好\t禁止\n甲|乙|丙\n，'
  expect(pastedWords(text)).toEqual({
    list: [
      { word: '赌博', replace: '' },
      { word: '色情', replace: '' },
      { word: '毒品', replace: '' },
      { word: '笨蛋', replace: '朋友' },
      { word: '傻瓜', replace: '朋友' },
    ],
    double: 1,
    bad: [3, 4, 5],
  })
})
