import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const commissionArea = area('commission', {
  called: words('回收结算', 'Commission'),
  acts: {
    look: words(
      '看到工作室的回收账号，账号号码只显示末尾',
      'See the back accounts of studios; of a number only its end',
    ),
    operate: words('添加、修改、启用和停用回收账号', 'Add, edit, enable and disable back accounts'),
  },
  heldBy: { finance: ['look', 'operate'], studio: ['look'] },
  screens: {
    backaccount: {
      path: '/backaccount/list',
      entry: { id: 'gs.backaccount', called: words('回收账号', 'Back accounts') },
    },
  },
  kinds: { back_account: { called: nouns.backAccount } },
})
