import { expect, test } from 'vitest'
import { shareOf, spansOf } from './drive.hours.ts'

const said = (quiet: Parameters<typeof spansOf>[0]) =>
  spansOf(quiet).map(({ from, to, isQuiet }) => `${from}-${to}${isQuiet ? ' quiet' : ''}`)

test('a day in spans; quiet hours may cross midnight, meet and overlap', () => {
  expect(said([])).toEqual(['00:00-24:00'])
  expect(said([{ from: '23:30', to: '07:00' }])).toEqual([
    '00:00-07:00 quiet',
    '07:00-23:30',
    '23:30-24:00 quiet',
  ])
  expect(
    said([
      { from: '12:00', to: '13:00' },
      { from: '12:30', to: '14:00' },
    ]),
  ).toEqual(['00:00-12:00', '12:00-14:00 quiet', '14:00-24:00'])
  expect(said([{ from: '08:00', to: '08:00' }])).toEqual(['00:00-24:00 quiet'])
  const total = spansOf([{ from: '23:30', to: '07:00' }]).reduce(
    (sum, one) => sum + shareOf(one),
    0,
  )
  expect(total).toBeCloseTo(1)
})
