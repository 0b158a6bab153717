import { expect, test } from 'vitest'
import { Committer } from './committer.ts'

const poisonous = (groups: number[][]) =>
  new Committer<number, number>(
    3,
    () => 1,
    async (units) => {
      groups.push([...units])
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (units.includes(13)) throw new Error('13')
      return units.map((unit) => unit * 2)
    },
  )

test('what comes together is committed together, up to the limit and in order', async () => {
  const groups: number[][] = []
  const committer = poisonous(groups)
  expect(await Promise.all([1, 2, 3, 4, 5].map((n) => committer.add(n)))).toEqual([2, 4, 6, 8, 10])
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('one that cannot be committed fails alone', async () => {
  const groups: number[][] = []
  const committer = poisonous(groups)
  const outcomes = await Promise.allSettled([1, 13, 3].map((n) => committer.add(n)))
  expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([[1, 13, 3], [1], [13], [3]])
  expect(await committer.add(4)).toBe(8)
})

test('a unit above the limit goes alone', async () => {
  const committer = new Committer<number[], number>(
    3,
    (unit) => unit.length,
    async (units) => units.map((unit) => unit.length * units.length),
  )
  const heavy = [1, 2, 3, 4, 5]
  expect(await Promise.all([committer.add(heavy), committer.add([1])])).toEqual([5, 1])
})
