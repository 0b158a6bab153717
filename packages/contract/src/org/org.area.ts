import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const orgArea = area('org', {
  called: words('公会', 'Guilds'),
  acts: {
    look: words('看到公会、联系人和分成', 'See guilds, their contacts and shares'),
    add: words('新增公会，连同它的会长账号', 'Add guilds with the account of their owner'),
    edit: words('修改公会的资料、地区和分成', 'Edit guilds: profile, areas, share'),
    operate: words(
      '启用、停用公会；停用后它的人立即退出登录',
      'Enable and disable guilds; people of a disabled one are logged out at once',
    ),
  },
  screens: {
    sociatyAccount: {
      path: '/sociatyAccount',
      entry: { id: 'account.org', called: words('公会账号', 'Guilds') },
    },
  },
  kinds: { org: { called: nouns.org } },
})
