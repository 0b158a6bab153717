import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

/** Who was there before and what they wrote is more than what a record says now: seeing it is a right of its own. */
export const historyArea = area('history', {
  called: words('历史版本', 'History'),
  acts: ['look'],
  heldBy: { operator: ['look'], finance: ['look'] },
})
