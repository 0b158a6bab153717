import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { PART_LENGTH } from '@kaibo/contract/agent/frames.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { bundleOf, unchanged, type Answer } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import type { ScreenedWord } from '@kaibo/contract/talk/word-pack.schema.ts'
import { desiredRoom } from './desired.fixture.ts'
import { eventOf } from './event.fixture.ts'
import { Stage } from './stage.fixture.ts'

let stage: Stage
beforeEach(async () => {
  stage = await Stage.open()
})

const packOf = (value: object) => {
  const body = JSON.stringify(value)
  return { body, hash: createHash('sha256').update(body).digest('base64url') }
}
type Pack = ReturnType<typeof packOf>

const wordsOf = (...words: ScreenedWord[]) => packOf({ format: 1, words, allow: [] })
const blocked = (word: string): ScreenedWord => ({ word, level: 'block', sound: true })

const greeting = (event: string, ...texts: string[]): RuleSet => ({
  id: 'greet',
  name: '欢迎',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '欢迎',
    enabled: OpenStatus.open,
    triggers: [{ event }],
    hit: 'all',
    children: [
      {
        id: 'line',
        type: 'son',
        name: '欢迎',
        enabled: OpenStatus.open,
        actions: [
          { kind: 'say', templates: texts.map((text) => ({ text, weight: 1 })), no_repeat: 0 },
        ],
      },
    ],
  },
})

const saying = (...texts: string[]) =>
  packOf(bundleOf([unchanged(greeting('user.enter', ...texts))]))

async function deliver({ hash, body }: Pack) {
  const of = Math.ceil(body.length / PART_LENGTH)
  for (let index = 0; index < of; index++) {
    const piece = body.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH)
    await stage.packs.take({ type: 'part', hash, index, of, body: piece })
  }
}

const screened = (bundle: Pack, words: Pack) =>
  desiredRoom({}, { bundle: { hash: bundle.hash }, words: { hash: words.hash }, rules: [] })

async function run(bundle: Pack, words: Pack) {
  await stage.packs.want([bundle.hash, words.hash])
  await deliver(bundle)
  await deliver(words)
  return stage.run(screened(bundle, words))
}

let events = 0
const enter = (nickname = '小明') =>
  stage.happen(
    eventOf({
      kind: 'enter',
      event_id: `e${++events}`,
      text: undefined,
      user: { open_id: `u${events}`, nickname },
    }),
  )
const said = () =>
  stage.spooled.flatMap((item) =>
    item.type === 'speech' && item.state === 'queued' ? [item.text] : [],
  )

test.each([
  ['as it is', '加微信领福利'],
  ['traditional and spaced', '加 微 信領福利'],
  ['full width', '加ＷＸ领福利'],
  ['by its sound', '家威新领福利'],
])('a sentence with a forbidden word %s is never said', async (_, text) => {
  await run(saying(text), wordsOf(blocked('加微信'), blocked('wx')))
  enter()
  expect(said()).toEqual([])
  expect(stage.decisions()).toMatchObject([{ outcome: 'BLOCKED' }])
})

test('another sentence of the rule is said in its place', async () => {
  await run(saying('加微信', '欢迎'), wordsOf(blocked('加微信')))
  for (let n = 0; n < 8; n++) enter()
  expect(new Set(said())).toEqual(new Set(['欢迎']))
})

test('words are replaced in what is said', async () => {
  await run(saying('笨蛋你好'), wordsOf({ word: '笨蛋', level: 'replace', replace: '朋友' }))
  enter()
  expect(said()).toEqual(['朋友你好'])
})

test('a viewer with a forbidden name is 观众', async () => {
  await run(saying('欢迎{{ev.user.name}}'), wordsOf(blocked('加微信')))
  enter('加 微 信 8888')
  enter('小明')
  expect(said()).toEqual(['欢迎观众', '欢迎小明'])
})

test('words that were found are counted by whose text it was, and told with the minute', async () => {
  await run(saying('笨蛋你好'), wordsOf(blocked('加微信'), { word: '笨蛋', level: 'replace' }))
  enter('加微信')
  enter('小明')
  enter('加 微 信')
  await stage.time.advance(60_000)
  enter()
  expect(stage.spooled.filter(({ type }) => type === 'counts')[0]).toMatchObject({
    words: [
      { word: '加微信', side: 'heard', n: 2 },
      { word: '笨蛋', side: 'said', n: 3 },
    ],
  })
})

const ask = (text: string) =>
  stage.happen(eventOf({ kind: 'danmu', event_id: `e${++events}`, text }))

test('a danmu with a forbidden word is not answered', async () => {
  const answer: Answer = {
    id: 'a',
    keywords: ['多少钱'],
    match: 'contains',
    replies: ['九块九'],
    cooldown_ms: 0,
  }
  await run(packOf({ ...bundleOf([]), answers: [answer] }), wordsOf(blocked('加微信')))
  ask('多少钱加微信')
  expect(said()).toEqual([])
  ask('多少钱呀')
  expect(said()).toEqual(['九块九'])
})

const spoken = () => stage.spooled.filter((one) => one.type === 'speech' && one.state === 'spoken')

test('a line with a word under review waits for a person', async () => {
  const room = await run(saying('最低价'), wordsOf({ word: '最低价', level: 'review' }))
  enter()
  expect(spoken()).toEqual([])
  const [line] = room.queue(null).list
  expect(line).toMatchObject({ text: '最低价', cause: '欢迎', ready: false })
  expect(room.queue({ speech_id: line?.speech_id ?? '', act: 'say' }).done).toBe(true)
  expect(spoken()).toMatchObject([{ text: '最低价' }])
})

test('other words are in force as soon as they have come; until then the former ones are', async () => {
  const bundle = saying('加微信')
  const [first, second] = [wordsOf(blocked('加微信')), wordsOf(blocked('发福利'))]
  const room = await run(bundle, first)
  await room.update(screened(bundle, second))
  await stage.packs.want([bundle.hash, second.hash])
  expect(stage.sent).toContainEqual({ type: 'need', hash: second.hash })
  enter()
  expect(said()).toEqual([])
  expect(room.report().packs).toMatchObject({ words: first.hash })
  await deliver(second)
  room.packed(second.hash)
  enter()
  expect(said()).toEqual(['加微信'])
  expect(room.report().packs).toMatchObject({ words: second.hash })
})

test('words whose parts do not fit their hash are not used', async () => {
  const words = wordsOf(blocked('加微信'))
  await stage.packs.want([words.hash])
  await stage.packs.take({
    type: 'part',
    hash: words.hash,
    index: 0,
    of: 1,
    body: `${words.body} `,
  })
  expect(stage.packs.words(words.hash)).toBeUndefined()
  expect(stage.packs.faultOf(words.hash)).not.toBeNull()
})

test('they are found on the disk by another process', async () => {
  const words = wordsOf(blocked('加微信'))
  await stage.packs.want([words.hash])
  await deliver(words)
  const later = stage.openPacks()
  await later.want([words.hash])
  expect(later.words(words.hash)?.screen('加微信').verdict).toBe('block')
})
