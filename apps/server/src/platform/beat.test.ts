import { afterEach, expect, test } from 'vitest'
import { startBeat, type Beat } from './beat.ts'

let beat: Beat | undefined
afterEach(() => beat?.stop())

const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

test('that the database is away is told once in each outage, other errors each time', async () => {
  const runs = [away(), away(), away(), undefined, away(), away(), new Error('a'), new Error('b')]
  const told: string[] = []
  let done = 0
  beat = startBeat(
    1,
    async () => {
      const error = runs[done++]
      if (error) throw error
    },
    (error) => told.push((error as Error).message),
  )
  await expect.poll(() => done).toBeGreaterThan(runs.length)
  expect(told).toEqual(['connect', 'connect', 'a', 'b'])
})
