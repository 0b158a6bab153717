import { expect, test } from 'vitest'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { stopText } from './room.stop.ts'

/** 2 March 2026, 23:30 in Shanghai. */
const AT = Date.UTC(2026, 2, 2, 15, 30)
const stop = (later: number): RoomRow['stop'] => ({
  mode: 3,
  at: AT,
  due_at: AT + later * 60_000,
  cap_at: AT + 30 * 60_000,
  step_min: 5,
  cap_min: 30,
  gift_s: 60,
  by: 'plan',
})

test('when a run ends, with what it was postponed by', () => {
  expect(stopText(null)).toBeUndefined()
  expect(stopText(stop(0))?.zh).toBe('将在23:30停播')
  expect(stopText(stop(35))?.zh).toBe('将在00:05停播，已顺延35分钟')
})
