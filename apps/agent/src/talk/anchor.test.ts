import { beforeEach, expect, test } from 'vitest'
import { ManualTime } from '#time/manual-time.ts'
import { durationOf } from '@kaibo/rules/duration.ts'
import { Anchor } from './anchor.ts'

let time: ManualTime
let told: string[]
let anchor: Anchor

beforeEach(() => {
  time = new ManualTime()
  told = []
  anchor = new Anchor(time, (state, { text }) => told.push(`${state} ${text}`))
})

const say = (text: string, priority = 50, ttl_ms = 30_000) =>
  anchor.say({ text, priority, ttl_ms, event_id: null, node: null, cause: '' })

const NINE = '谢谢谢谢谢谢谢谢谢'

test('a sentence takes its length, at 4.5 characters a second, but never less than a second', () => {
  expect(durationOf(NINE)).toBe(2_000)
  expect(durationOf('好')).toBe(1_000)
})

test('one sentence at a time', async () => {
  say(NINE)
  say('二')
  expect(told).toEqual([`queued ${NINE}`, `spoken ${NINE}`, 'queued 二'])
  await time.advance(1_999)
  expect(told).not.toContain('spoken 二')
  await time.advance(1)
  expect(told).toContain('spoken 二')
})

test('what waits too long is not said any more', async () => {
  say(NINE)
  say('过时', 50, 1_500)
  await time.advance(2_000)
  expect(told).toContain('expired 过时')
  expect(told).not.toContain('spoken 过时')
})

test.each([3_600_000, -3_600_000])(
  'a clock that is set while sentences wait shortens no wait and lengthens none: %i ms',
  async (ms) => {
    say(NINE)
    say('二')
    say('过时', 10, 2_500)
    time.jump(ms)
    await time.advance(10_000)
    expect(told).toContain('spoken 二')
    expect(told).toContain('expired 过时')
  },
)

test('a full queue tells what it drops', () => {
  say(NINE)
  for (let i = 0; i < 51; i++) say(`s${i}`, 50)
  expect(told).toContain('dropped s0')
  expect(anchor.waiting).toBe(50)
})

test('silence after the sentence lets it end, and what is still to say', async () => {
  say('三')
  say('四')
  anchor.clear()
  say('二')
  let isSilent = false
  const silent = anchor.silence('sentence').then(() => (isSilent = true))
  expect(told).toContain('cleared 四')
  await time.advance(1_999)
  expect(told).toContain('spoken 二')
  expect(isSilent).toBe(false)
  await time.advance(1)
  await silent
  expect(told).not.toContain('cleared 二')
})

test('what is still to say is broken off after 15 seconds', async () => {
  for (let index = 0; index < 20; index++) say(`话${index}`)
  const silent = anchor.silence('sentence')
  await time.advance(15_000)
  await silent
  expect(told).toContain('cleared 话19')
  expect(anchor.speech()).toMatchObject({ waiting: 0, saying: [] })
})

test('rules are told what is being said and for how long it has been silent', async () => {
  await time.advance(3_000)
  expect(anchor.speech()).toEqual({ waiting: 0, silent_ms: 3_000, saying: [] })
  const line = { priority: 50, ttl_ms: 60_000, event_id: null, cause: '' }
  anchor.say({ ...line, text: NINE, node: 'set/a' })
  anchor.say({ ...line, text: '二', node: 'set/b' })
  expect(anchor.speech()).toEqual({ waiting: 1, silent_ms: 0, saying: ['set/a', 'set/b'] })
  anchor.say({ ...line, text: '三', node: 'set/b', replaces: true })
  expect(told).toContain('dropped 二')
  await time.advance(5_000)
  expect(anchor.speech()).toEqual({ waiting: 0, silent_ms: 2_000, saying: [] })
})

test('silence now cuts the sentence, also one that was to be let end', async () => {
  say(NINE)
  const gentle = anchor.silence('sentence')
  await anchor.silence('now')
  await gentle
  expect(told.at(-1)).toBe(`cleared ${NINE}`)
  await time.advance(10_000)
  expect(told.filter((line) => line.startsWith('spoken'))).toHaveLength(1)
})

const review = (text: string) =>
  anchor.say({
    text,
    priority: 50,
    ttl_ms: 1_000,
    event_id: null,
    node: null,
    cause: '答谢',
    review: true,
  })

test('a line under review waits a minute for a person, and rules do not count it', async () => {
  review('最好的音响')
  expect(told).toEqual(['queued 最好的音响'])
  expect(anchor.speech()).toMatchObject({ waiting: 0 })
  await time.advance(59_000)
  expect(anchor.list()).toEqual([
    {
      speech_id: expect.any(String) as string,
      text: '最好的音响',
      priority: 50,
      age_ms: 59_000,
      left_ms: 1_000,
      cause: '答谢',
      ready: false,
    },
  ])
  await time.advance(1_000)
  expect(told).toEqual(['queued 最好的音响', 'expired 最好的音响'])
})

test('released it is said at once; dropped it is not said', () => {
  review('一')
  review('二')
  const [one, two] = anchor.list().map(({ speech_id }) => speech_id)
  expect(anchor.order({ speech_id: one ?? '', act: 'say' })).toBe(true)
  expect(anchor.order({ speech_id: two ?? '', act: 'cancel' })).toBe(true)
  expect(told.slice(2)).toEqual(['spoken 一', 'cancelled 二'])
  expect(anchor.order({ speech_id: two ?? '', act: 'first' })).toBe(false)
  expect(anchor.list()).toEqual([])
})
