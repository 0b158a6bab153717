import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

export const incomeArea = area('income', {
  called: words('收入', 'Income'),
  acts: {
    look: words(
      '看到每一场的流水、礼物明细和未入账的收入，可以导出',
      'See the gross of each run, its gifts and what was not booked, and export it',
    ),
    operate: words(
      '把未入账的收入重新入账，或写明原因忽略',
      'Book what was not booked, or dismiss it with a reason',
    ),
  },
  heldBy: { operator: ['look'], finance: ['look', 'operate'], guild: ['look'] },
  screens: {
    income: {
      path: '/income/live',
      entry: { id: 'income.live', called: words('直播收入', 'Live income') },
    },
  },
})
