import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const liveAccountArea = area('live-account', {
  called: words('直播账号', 'Live accounts'),
  acts: {
    look: words(
      '看到直播账号和今天的流水；看不到密钥',
      'See live accounts and what they took today; not their secrets',
    ),
    add: words('添加直播账号，填写平台的密钥', 'Add live accounts with their platform credentials'),
  },
  heldBy: { operator: ['look', 'add'], finance: ['look'], guild: ['look'] },
  kinds: { live_account: { called: nouns.liveAccount } },
})
