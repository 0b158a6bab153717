import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
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
  kinds: { org: { called: nouns.org } },
})
