import { expect, test } from 'vitest'
import { mergeWords } from './merge.ts'

const global = {
  scope: 'global',
  words: [
    { word: '赌博', level: 'block' },
    { word: '笨蛋', level: 'replace' },
  ],
  allow: ['性感染'],
} as const

test('a narrower list adds words', () => {
  const org = { scope: 'org', words: [{ word: '某品牌', level: 'review' }], allow: [] } as const
  expect(mergeWords([global, org]).words.map(({ word }) => word)).toEqual([
    '赌博',
    '笨蛋',
    '某品牌',
  ])
})

test('a narrower list says otherwise of a word, but not of what is forbidden everywhere', () => {
  const room = {
    scope: 'room',
    words: [
      { word: '賭 博', level: 'replace' },
      { word: '笨蛋', level: 'block' },
    ],
    allow: [],
  } as const
  expect(mergeWords([global, room]).words).toEqual([
    { word: '赌博', level: 'block', locked: true },
    { word: '笨蛋', level: 'block' },
  ])
})

test('only what is allowed everywhere is so against everything', () => {
  const room = { scope: 'room', words: [], allow: ['性感染', '赌博机'] } as const
  expect(mergeWords([global, room]).allow).toEqual([
    { word: '性感染', locked: true },
    { word: '赌博机' },
  ])
})
