import { expect, test } from 'vitest'
import { TalkQueue, type Sentence } from './queue.ts'

const sentence = (speech_id: string, priority: number, expires_at = 1_000): Sentence => ({
  speech_id,
  event_id: null,
  node: null,
  text: speech_id,
  priority,
  expires_at,
  cause: '',
  since: 0,
  isHeld: false,
  isNext: false,
  insert_id: null,
})

const any = () => true
const drain = (queue: TalkQueue) => {
  const ids: string[] = []
  for (let next = queue.next(any); next; next = queue.next(any)) ids.push(next.speech_id)
  return ids
}

test('higher priority first, and first come first served among equals', () => {
  const queue = new TalkQueue()
  queue.push(sentence('enter', 30))
  queue.push(sentence('gift-1', 80))
  queue.push(sentence('danmu', 40))
  queue.push(sentence('gift-2', 80))
  expect(drain(queue)).toEqual(['gift-1', 'gift-2', 'danmu', 'enter'])
})

test('the 51st pushes out the oldest of the lowest priority', () => {
  const queue = new TalkQueue()
  for (let i = 0; i < 50; i++) queue.push(sentence(`s${i}`, i < 3 ? 10 : 50))
  expect(queue.push(sentence('late', 50))?.speech_id).toBe('s0')
  expect(queue.push(sentence('later', 50))?.speech_id).toBe('s1')
  expect(queue.length).toBe(50)
})

test('one of a lower priority than all of a full queue is itself dropped', () => {
  const queue = new TalkQueue()
  for (let i = 0; i < 50; i++) queue.push(sentence(`s${i}`, 50))
  expect(queue.push(sentence('low', 10))?.speech_id).toBe('low')
})

test('what a person wants next stands before all, until the next one', () => {
  const queue = new TalkQueue()
  queue.push(sentence('gift', 80))
  queue.push(sentence('enter', 30))
  expect(queue.toFront('enter')).toBe(true)
  queue.push(sentence('stop', 900))
  expect(queue.all.map(({ speech_id }) => speech_id)).toEqual(['enter', 'stop', 'gift'])
  expect(queue.toFront('gone')).toBe(false)
})

test('what is held is passed over until it is released', () => {
  const queue = new TalkQueue()
  queue.push({ ...sentence('review', 900), isHeld: true })
  queue.push(sentence('enter', 30))
  expect([queue.length, queue.ready]).toEqual([2, 1])
  expect(drain(queue)).toEqual(['enter'])
  queue.toFront('review')
  expect(drain(queue)).toEqual(['review'])
})

test('what is past its time comes out as expired, exactly at the instant', () => {
  const queue = new TalkQueue()
  queue.push(sentence('a', 50, 1_000))
  queue.push(sentence('b', 50, 1_001))
  expect(queue.expire(999)).toEqual([])
  expect(queue.expire(1_000).map(({ speech_id }) => speech_id)).toEqual(['a'])
  expect(drain(queue)).toEqual(['b'])
})
