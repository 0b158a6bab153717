import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const commissionArea = area('commission', {
  called: words('回收结算', 'Commission'),
  acts: ['look', 'operate'],
  heldBy: { finance: ['look', 'operate'], studio: ['look'] },
  screens: {
    backaccount: {
      path: '/backaccount/list',
      entry: { id: 'gs.backaccount', called: words('回收账号', 'Back accounts') },
    },
  },
  kinds: { back_account: { called: nouns.backAccount } },
})
