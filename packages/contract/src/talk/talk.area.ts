import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const talkArea = area('talk', {
  called: words('话术', 'Talk rules'),
  // `agree` publishes.
  acts: ['look', 'add', 'edit', 'del', 'agree'],
  heldBy: {
    operator: ['look', 'add', 'edit', 'del', 'agree'],
    guild: ['look', 'add', 'edit', 'del', 'agree'],
  },
  screens: {
    talk: {
      path: '/talk/list',
      entry: { id: 'digital.talk', called: words('话术规则', 'Talk rules') },
    },
    talkEdit: { path: '/talk/rule/:rule_id', under: 'talk' },
    digitalRule: { path: '/digital/rule/:room_code', under: 'digitalActor' },
  },
  kinds: { talk_rule: { called: nouns.ruleSet } },
})
