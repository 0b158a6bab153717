import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const groupArea = area('group', {
  called: words('账号分组', 'Account groups'),
  acts: {
    look: words(
      '看到有哪些分组、各能做什么，以某个分组的身份查看',
      'See the groups and what each may do, and look as one of them',
    ),
    edit: words('新建分组，修改分组的权限和菜单', 'Add groups; edit their rights and menus'),
    operate: words(
      '启用、停用分组；组里的人随即失去它的权限',
      'Enable and disable groups; members lose their rights at once',
    ),
  },
  screens: {
    accountGroup: {
      path: '/group',
      entry: { id: 'account.group', called: words('账号分组', 'Groups') },
    },
  },
  kinds: { group: { called: nouns.group } },
})
