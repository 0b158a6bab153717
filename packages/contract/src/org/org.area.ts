import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

export const orgArea = area('org', {
  called: words('公会', 'Guilds'),
  acts: ['look', 'add', 'edit', 'operate'],
  screens: {
    sociatyAccount: {
      path: '/sociatyAccount',
      entry: { id: 'account.org', called: words('公会账号', 'Guilds') },
    },
  },
})
