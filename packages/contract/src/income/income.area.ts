import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

export const incomeArea = area('income', {
  called: words('收入', 'Income'),
  acts: ['look', 'operate'],
  heldBy: { operator: ['look'], finance: ['look', 'operate'], guild: ['look'] },
  screens: {
    income: {
      path: '/income/live',
      entry: { id: 'income.live', called: words('直播收入', 'Live income') },
    },
  },
})
