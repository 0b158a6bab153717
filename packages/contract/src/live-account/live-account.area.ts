import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const liveAccountArea = area('live-account', {
  called: words('直播账号', 'Live accounts'),
  acts: ['look', 'add'],
  heldBy: { operator: ['look', 'add'], finance: ['look'], guild: ['look'] },
  kinds: { live_account: { called: nouns.liveAccount } },
})
