import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

export const auditArea = area('audit', {
  called: words('操作记录', 'Audit log'),
  acts: ['look'],
  screens: {
    audit: {
      path: '/account/audit',
      entry: { id: 'account.audit', called: words('操作记录', 'Audit log') },
    },
  },
})
