import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const groupArea = area('group', {
  called: words('账号分组', 'Account groups'),
  acts: ['look', 'edit', 'operate'],
  screens: {
    accountGroup: {
      path: '/group',
      entry: { id: 'account.group', called: words('账号分组', 'Groups') },
    },
  },
  kinds: { group: { called: nouns.group } },
})
