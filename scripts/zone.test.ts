import { expect, test } from 'vitest'

test('the suites run far from Shanghai, so that no day can come from the machine', () => {
  expect(new Date('2026-01-15T00:00:00+08:00').getDate()).toBe(14)
  expect(new Date('2026-01-15T00:00:00+08:00').getHours()).toBe(11)
})
