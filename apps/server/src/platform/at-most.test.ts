import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('so many run at once and no more, in the order they came, whatever becomes of them', async () => {
  const inTurn = atMost(2)
  let [running, most] = [0, 0]
  const begun: number[] = []
  const work = (n: number) =>
    inTurn(async () => {
      begun.push(n)
      running += 1
      most = Math.max(most, running)
      await turn()
      running -= 1
      if (n === 1) throw new Error('one')
      return n
    })
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map(work))
  expect(most).toBe(2)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    true,
    true,
  ])
  expect(await work(5)).toBe(5)
})
