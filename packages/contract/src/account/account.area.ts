import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const accountArea = area('account', {
  called: words('账号', 'Accounts'),
  acts: ['look', 'add', 'edit', 'operate', 'manage'],
  screens: {
    account: {
      path: '/account',
      entry: { id: 'account.list', called: words('账号', 'Accounts') },
    },
  },
  kinds: { account: { called: nouns.account } },
})
