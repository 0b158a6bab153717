import { expect, test } from 'vitest'
import { sameState } from './same-state.ts'

const now = { search: 'status=1&keyword=a', columns: [{ key: 'x' }] }

test('地址里的先后不算不同；视图没存列时，随人怎么摆', () => {
  expect(sameState({ search: 'keyword=a&status=1' }, now)).toBe(true)
  expect(sameState({ search: 'keyword=a' }, now)).toBe(false)
})

test('视图存了列，摆得不一样就不是它', () => {
  expect(sameState({ ...now, columns: [{ key: 'x' }] }, now)).toBe(true)
  expect(sameState({ ...now, columns: [{ key: 'y' }] }, now)).toBe(false)
})
