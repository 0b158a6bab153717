import type { ScreenedWord } from '@kaibo/contract/talk/word-pack.schema.ts'
import { expect, test } from 'vitest'
import { FORBIDDEN, INNOCENT } from './innocent.fixture.ts'
import { WordScreen } from './screen.ts'
import { soundsUnasked } from './word-rows.ts'

const screenOf = (words: ScreenedWord[], allow: string[] = []) =>
  new WordScreen({ format: 1, words, allow: allow.map((word) => ({ word })) })

const block = (...words: string[]): ScreenedWord[] =>
  words.map((word) => {
    const one = { word, level: 'block' } as const
    return soundsUnasked(one) ? { ...one, sound: true } : one
  })

test.each([
  ['as it is', '加微信', '加微信聊'],
  ['traditional', '赌博网站', '這個賭博網站'],
  ['spaced', '加微信', '快 加 微 信 呀'],
  ['punctuation', '加微信', '加.微-信'],
  ['full width', 'vx', '加我ＶＸ哦'],
  ['case', 'vx', '加 Vx 聊'],
  ['homophone', '加微信', '家威新联系'],
  ['traditional homophone', '代开发票', '代開發漂'],
  ['Chinese digits', '89', '那个八九'],
  ['circled digits', '89', '那个⑧⑨啊'],
  ['capital digits', '89', '捌玖'],
  ['full-width digits', '89', '８９'],
  ['digits for Chinese ones', '一夜情', '1夜情'],
  ['an emoji between', '加微信', '加😀微😀信'],
  ['a joined emoji between', '加微信', '加👨‍👩‍👧微信'],
  ['zero width', '加微信', '加\u200b\u200b\u200b\u200b\u200b微\u200d信'],
  ['letters that nobody sees', '加微信', '加\u3164微\uffa0信'],
  ['strokes that are letters', '加微信', '加ー微丨信'],
  ['with the break that is in the word', '加微信！领取', '快加微信！领取吧'],
  ['without the break that is in the word', '加微信！领取', '快加微信领取吧'],
  ['a blank between Latin letters', 'sb', '你 s b 啊'],
  ['repeats of the last letter', '傻瓜蛋', '傻瓜蛋蛋蛋蛋'],
  ['repeats of Latin letters', 'sb', 'sssbbb'],
  ['beside Chinese', 'sb', '你sb呀'],
  ['keycaps', '89', '8\ufe0f\u20e39\ufe0f\u20e3'],
  ['another reading of the word', '银行卡号', '引航卡号'],
  ['two-digit numerals with repeats', '666', '6666'],
])('%s is found', (_, word, text) => {
  expect(screenOf(block(word)).screen(text)).toMatchObject({ verdict: 'block', hits: [{ word }] })
})

test.each([
  ['a part of Latin words', 'sb', 'this is bad'],
  ['a part of one Latin word', 'sb', 'husband'],
  ['a part of a number', '89', '一共1896块'],
  ['a part of a Chinese number', '89', '一八九六年'],
  ['another sentence than the word', '加微信！领取', '加微！信领取'],
  ['another sentence', '加微信', '再加。微信支付'],
  ['another line', '加微信', '再加\n微信支付'],
  ['too far apart', '加微信', '再加……——微信'],
  ['a shorter sound', '微信', '威新'],
  ['fewer repeats', '666', '66'],
])('%s is not found', (_, word, text) => {
  expect(screenOf(block(word)).screen(text)).toEqual({ text, hits: [], verdict: 'pass' })
})

test('where a word stands is told in the original', () => {
  const text = '快來賭 博！'
  const { hits } = screenOf(block('赌博')).screen(text)
  expect(hits).toEqual([{ word: '赌博', level: 'block', from: 2, to: 5 }])
  expect(text.slice(2, 5)).toBe('賭 博')
})

test('words are replaced by their text, or by stars', () => {
  const screen = screenOf([
    { word: '笨蛋', level: 'replace', replace: '朋友' },
    { word: '滚', level: 'replace' },
  ])
  expect(screen.screen('笨 蛋，滾滾开')).toMatchObject({
    text: '朋友，＊＊开',
    verdict: 'replace',
  })
})

test('the strictest of several words decides', () => {
  const screen = screenOf([
    { word: '笨蛋', level: 'replace' },
    { word: '最低价', level: 'review' },
  ])
  expect(screen.screen('笨蛋').verdict).toBe('replace')
  expect(screen.screen('笨蛋，最低价').verdict).toBe('review')
})

test('what is allowed wins over a word within it, not beside it', () => {
  const screen = screenOf(block('性感'), ['性感染'])
  expect(screen.screen('病毒性感染').hits).toEqual([])
  expect(screen.screen('性感染料，真性感').hits).toMatchObject([{ from: 6 }])
})

test('what is forbidden everywhere is taken back only by what is allowed everywhere', () => {
  const words = [{ word: '性感', level: 'block', locked: true } as const]
  const of = (allow: { word: string; locked?: true }[]) =>
    new WordScreen({ format: 1, words, allow }).screen('病毒性感染').verdict
  expect(of([{ word: '性感染' }])).toBe('block')
  expect(of([{ word: '性感染', locked: true }])).toBe('pass')
})

test('two hundred innocent sentences have no hit', () => {
  const screen = screenOf(block(...FORBIDDEN))
  expect(INNOCENT.length).toBeGreaterThanOrEqual(200)
  const hit = INNOCENT.map((text) => screen.screen(text)).filter(({ hits }) => hits.length > 0)
  expect(hit).toEqual([])
  for (const word of FORBIDDEN) expect(screen.screen(`说${word}吧`).verdict).toBe('block')
})

const letter = (n: number) => String.fromCharCode(0x4e00 + (n % 8_000))

test('of twenty thousand words each is found', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => ({
    word: letter(n) + letter(n * 7 + 3) + letter(n * 13 + (n >> 13) + 5),
    level: 'block' as const,
  }))
  const screen = screenOf(many)
  const missed = many.filter(({ word }) => screen.screen(`a${word}b`).verdict !== 'block')
  expect(missed).toEqual([])
})
