import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGather } from './gather.ts'

test('what comes without a pause is one message, what comes after it another', async () => {
  const handed: number[][] = []
  const gather = createGather<number>((items) => handed.push(items), {
    quietMs: 30,
    longestMs: 10_000,
  })
  for (let n = 1; n <= 500; n++) gather.add(n)
  await sleep(60)
  gather.add(501)
  await sleep(60)
  expect(handed.map((items) => items.length)).toEqual([500, 1])
})

test('what never pauses is handed on all the same', async () => {
  const handed: number[][] = []
  const gather = createGather<number>((items) => handed.push(items), {
    quietMs: 1_000,
    longestMs: 50,
  })
  for (let n = 0; n < 15; n++) {
    gather.add(n)
    await sleep(10)
  }
  expect(handed.length).toBeGreaterThan(1)
  expect(handed.flat().slice(0, 3)).toEqual([0, 1, 2])
})

test('nothing is handed on after the end', async () => {
  const handed: number[][] = []
  const gather = createGather<number>((items) => handed.push(items), { quietMs: 5, longestMs: 5 })
  gather.add(1)
  gather.close()
  await sleep(30)
  expect(handed).toEqual([])
})
