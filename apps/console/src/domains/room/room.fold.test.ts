import { expect, test } from 'vitest'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { linesOf, type Line } from './room.fold.ts'
import { momentAt } from './room.moments.fixture.ts'

const MINUTE = 60_000

const danmu = (at: number) => momentAt(at, { event_id: `e${at}` })
const quiet = (at: number, tag = 'enter') => momentAt(at, { tag, event_id: `e${at}` })
const decision = (at: number, event_id: string, tag = 'COND') =>
  momentAt(at, { id: `${at}-t-${event_id}`, kind: 'decision', tag, text: '欢迎', event_id })
const speech = (at: number, event_id: string | null, more: Partial<Moment> = {}) =>
  momentAt(at, {
    id: `${at}-m-${event_id}`,
    kind: 'speech',
    tag: 'spoken',
    text: '欢迎',
    event_id,
    speech_id: `s-${event_id}`,
    ...more,
  })

/** A line in a word: what it is, the instant it begins at, and what hangs on it. */
const inShort = (line: Line): string => {
  if (line.type === 'event')
    return [
      `event ${line.event.at}`,
      ...line.decisions.map(({ tag }) => tag),
      ...line.said.map(({ moment }) => `said ${moment.at} ${moment.tag}`),
    ].join(' · ')
  if (line.type === 'fold') return `fold ${line.events.map(({ event }) => event.at).join(' ')}`
  if (line.type === 'speech') return `said ${line.sentence.moment.at} ${line.sentence.moment.tag}`
  return `${line.moment.kind} ${line.moment.at}`
}
const shown = (...moments: Moment[]) => linesOf(moments).map(inShort)

test('a sentence hangs under its event, however much later it was said', () => {
  expect(shown(danmu(1), danmu(2), speech(90_000, 'e1'))).toEqual([
    'event 1 · said 90000 spoken',
    'event 2',
  ])
})

test('a decision is folded into its event', () => {
  expect(shown(danmu(1), decision(1, 'e1'), decision(2, 'e1', 'COOLDOWN'))).toEqual([
    'event 1 · COND · COOLDOWN',
  ])
})

test('what belongs to an event that is not here stands for itself, until the event is', () => {
  const effects = [decision(5, 'e1'), speech(6, 'e1'), speech(7, null)]
  expect(shown(...effects)).toEqual(['decision 5', 'said 6 spoken', 'said 7 spoken'])
  expect(shown(danmu(1), ...effects)).toEqual(['event 1 · COND · said 6 spoken', 'said 7 spoken'])
})

test('quiet events of a minute are one line where the first of them stood, others come between', () => {
  expect(
    shown(quiet(1), danmu(2), quiet(3, 'like'), quiet(4, 'follow'), quiet(5), quiet(MINUTE)),
  ).toEqual(['fold 1 3 5', 'event 2', 'event 4', `fold ${MINUTE}`])
})

test('a quiet event that something was said about comes out of its fold', () => {
  expect(shown(quiet(1), quiet(2), quiet(3), speech(9, 'e2'))).toEqual([
    'fold 1 3',
    'event 2 · said 9 spoken',
  ])
})

test.each([
  ['queued', 'event 2 · said 9 queued'],
  ['expired', 'fold 1 2 3'],
  ['dropped', 'fold 1 2 3'],
])('a quiet event whose sentence is %s is shown as %s', (tag, line) => {
  expect(shown(quiet(1), quiet(2), quiet(3), speech(9, 'e2', { tag }))).toContain(line)
})

test.each([
  [['queued'], '1 queued'],
  [['queued', 'spoken'], '2 spoken'],
  [['queued', 'expired'], '2 expired'],
  [['spoken', 'queued'], '1 spoken'],
  [['queued', 'speaking'], '2 speaking'],
  [['queued', 'speaking', 'spoken'], '3 spoken'],
  [['queued', 'speaking', 'failed'], '3 failed'],
  [['speaking', 'queued', 'spoken'], '3 spoken'],
  [['expired', 'queued'], '1 expired'],
])('a sentence that went through %j is shown once', (tags, last) => {
  const states = tags.map((tag, i) => speech(i + 1, null, { id: `${i}`, tag, speech_id: 's1' }))
  expect(shown(...states)).toEqual([`said ${last}`])
})

test.each(['speaking', 'spoken'])(
  'a sentence that was cut off while %s stays said, and is marked',
  (tag) => {
    const states = [
      speech(1, null, { speech_id: 's1', tag }),
      speech(2, null, { speech_id: 's1', tag: 'cleared' }),
    ]
    expect(linesOf(states)).toMatchObject([{ sentence: { isCut: true, moment: { at: 1 } } }])
  },
)

test('two sentences of the same words about one event are two; those of an earlier PC are one', () => {
  const said = (at: number, speech_id: string | null) =>
    speech(at, 'e1', { id: `${at}`, speech_id })
  expect(shown(danmu(1), said(2, 's1'), said(3, 's2'))).toEqual([
    'event 1 · said 2 spoken · said 3 spoken',
  ])
  const queued = speech(2, 'e1', { id: 'q', speech_id: null, tag: 'queued' })
  expect(shown(danmu(1), queued, said(3, null))).toEqual(['event 1 · said 3 spoken'])
})
