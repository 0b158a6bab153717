import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

export const auditArea = area('audit', {
  called: words('操作记录', 'Audit log'),
  acts: {
    look: words(
      '看到谁在什么时候做了什么、改了什么，可以导出',
      'See who did and changed what and when, and export it',
    ),
  },
  screens: {
    audit: {
      path: '/account/audit',
      entry: { id: 'account.audit', called: words('操作记录', 'Audit log') },
    },
  },
})
