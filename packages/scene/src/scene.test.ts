import { expect, test } from 'vitest'
import { AI_LABEL_MIN_PX, CANVAS, Scene } from '@kaibo/contract/stage/scene.schema.ts'
import { defaultScene } from './default-scene.ts'
import { labelBox } from './label.ts'
import { isBlinkingAt, STILL_AT } from './motion.ts'
import { mouthAt, mouthOf, mouthOfLoudness } from './mouth.ts'
import { linesOf, litIn } from './subtitle.ts'

test.each([
  ['', 'shut'],
  ['ˈuə', 'ou'],
  ['ɑ', 'aa'],
  ['ˌəʊ', 'ee'],
  ['o', 'oh'],
  ['i', 'ih'],
  ['tɕh', 'ih'],
  ['p', 'shut'],
  ['ˈia', 'aa'],
] as const)('%j is said with the mouth %s', (phoneme, mouth) => {
  expect(mouthOf(phoneme)).toBe(mouth)
})

test('the mouth follows the clip, and is shut before it and in its pauses', () => {
  const phonemes = [
    [100, 'a'],
    [200, ''],
    [300, 'o'],
  ] as const
  const at = (ms: number) => mouthAt({ phonemes }, ms)
  expect([0, 100, 199, 200, 350].map(at)).toEqual(['shut', 'aa', 'aa', 'shut', 'oh'])
})

test('without marks the mouth goes by loudness', () => {
  expect([0, 0.02, 0.08, 0.2].map(mouthOfLoudness)).toEqual(['shut', 'ih', 'ee', 'aa'])
})

test('a word is lit from its beginning to where the next one begins', () => {
  const piece = {
    text: '欢迎大家',
    marks: {
      phonemes: [],
      words: [
        [0, 0],
        [500, 2],
      ] as [number, number][],
    },
  }
  expect([0, 499, 500].map((ms) => litIn(piece, ms))).toEqual([2, 2, 4])
  expect(litIn({ text: '没有时间', marks: null }, 0)).toBe(4)
})

const lines = (text: string, lit: number, width = 6) =>
  linesOf(text, lit, { width, measure: (one) => one.length })

test('a subtitle breaks between characters, not before a comma and not within a word', () => {
  expect(lines('谢谢阿强的棒棒糖', 0).map(({ text }) => text)).toEqual(['谢谢阿强的棒', '棒糖'])
  expect(lines('谢谢阿强的棒，好', 0).map(({ text }) => text)).toEqual(['谢谢阿强的棒，', '好'])
  expect(lines('欢迎 hello 大家', 0).map(({ text }) => text)).toEqual(['欢迎 ', 'hello '])
})

test('of many lines the two around what is being said are shown', () => {
  const text = '一二三四五六七八九十甲乙丙丁戊己庚辛'
  expect(lines(text, 3)).toEqual([
    { text: '一二三四五六', lit: 3 },
    { text: '七八九十甲乙', lit: 0 },
  ])
  expect(lines(text, 13).map(({ text: line, lit }) => [line, lit])).toEqual([['丙丁戊己庚辛', 1]])
  expect(lines(text, 18).map(({ lit }) => lit)).toEqual([6])
})

const label = { kind: 'ai_label', id: 'l', rotate: 45, opacity: 0, locked: false } as const

test.each([
  ['outside', { x: 3_000, y: -500, w: 260, h: 84 }],
  ['tiny', { x: 20, y: 20, w: 1, h: 1 }],
  ['larger than the canvas', { x: 0, y: 0, w: 4_000, h: 4_000 }],
])('a label that a scene puts %s is seen whole, and tall enough', (_, box) => {
  const scene = { layers: [{ ...label, hidden: true, ...box }] }
  const { x, y, w, h } = labelBox(scene)
  expect(x).toBeGreaterThanOrEqual(0)
  expect(y).toBeGreaterThanOrEqual(0)
  expect(x + w).toBeLessThanOrEqual(CANVAS.width)
  expect(y + h).toBeLessThanOrEqual(CANVAS.height)
  expect(h / 1.4).toBeGreaterThanOrEqual(AI_LABEL_MIN_PX)
})

test('a scene without a label has it all the same', () => {
  expect(labelBox({ layers: [] }).h).toBeGreaterThan(AI_LABEL_MIN_PX)
})

test('what a room shows at first is a scene', () => {
  expect(Scene.parse(defaultScene)).toEqual(defaultScene)
})

test('eyes blink for a moment, and often', () => {
  const shut = Array.from({ length: 600 }, (_, index) => isBlinkingAt(index * 100)).filter(Boolean)
  expect(shut.length).toBeGreaterThan(10)
  expect(shut.length).toBeLessThan(60)
  expect(isBlinkingAt(STILL_AT)).toBe(false)
})
