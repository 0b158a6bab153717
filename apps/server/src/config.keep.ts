import { CLASSED, CLASSES, type KeepDays } from '#domains/retention/retention.tables.ts'

const MOST_DAYS = 36_500

/** How many days what grows is kept. Less than somebody relies on is refused, not taken for more. */
export function readKeep(
  setting: (name: string, fallback: string) => string,
  expect: (holds: boolean, problem: string) => void,
): KeepDays {
  const days = CLASSED.map((table) => {
    const { setting: name, days: fallback, least } = CLASSES[table]
    const given = setting(name, String(fallback))
    const value = Number(given)
    expect(
      Number.isInteger(value) && value >= least && value <= MOST_DAYS,
      `${name} 须为 ${least} 到 ${MOST_DAYS} 的整数（天），现为 ${given}`,
    )
    return [table, value]
  })
  return Object.fromEntries(days) as KeepDays
}
