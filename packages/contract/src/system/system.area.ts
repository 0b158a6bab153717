import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

export const systemArea = area('system', {
  called: words('系统', 'System'),
  acts: {
    look: words(
      '看到服务器、数据库、后台任务和核对结果；只对有全部数据范围的人有效',
      'See servers, database, background work and checks; only with the scope of all data',
    ),
  },
  screens: {
    system: {
      path: '/system',
      entry: { id: 'account.system', called: words('系统', 'System') },
    },
  },
})
