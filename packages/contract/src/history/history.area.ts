import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

/** Who was there before and what they wrote is more than what a record says now: seeing it is a right of its own. */
export const historyArea = area('history', {
  called: words('历史版本', 'History'),
  acts: {
    look: words(
      '看到一条记录从前的版本，以及谁在什么时候改的',
      'See the earlier versions of a record, and who changed it when',
    ),
  },
  heldBy: { operator: ['look'], finance: ['look'] },
})
