import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const accountArea = area('account', {
  called: words('账号', 'Accounts'),
  acts: {
    look: words(
      '看到账号列表、每个人所在的分组和最近登录',
      'See who has an account, their groups and last logins',
    ),
    add: words('新建账号，分到自己有的分组', 'Add accounts, in groups whose rights one holds'),
    edit: words('修改账号的资料、分组和有效期', 'Edit accounts: profile, groups, expiry'),
    operate: words(
      '启用、停用账号；停用的人立即退出登录',
      'Enable and disable accounts; who is disabled is logged out at once',
    ),
    manage: words(
      '重置别人的密码，解除别人的动态验证码',
      'Reset passwords and remove second factors of others',
    ),
  },
  screens: {
    account: {
      path: '/account',
      entry: { id: 'account.list', called: words('账号', 'Accounts') },
    },
  },
  kinds: { account: { called: nouns.account } },
})
