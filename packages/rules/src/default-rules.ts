import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { follow, like, opening, share, welcome } from './defaults/audience.ts'
import { gifts, guard, superChat } from './defaults/money.ts'
import { replies } from './defaults/replies.ts'

/** The rules of a new room, until its operators write others. Amounts are those of `ev.gift.value`, in fen. */
export function defaultRuleSet(): RuleSet {
  const children = [opening, welcome, gifts, guard, superChat, follow, like, share, replies]
  return {
    id: 'default',
    name: '默认话术',
    version: 1,
    root: {
      id: 'root',
      type: 'root',
      name: '默认话术',
      enabled: OpenStatus.open,
      triggers: children.flatMap(({ triggers }) => triggers ?? []),
      hit: 'all',
      children,
    },
  }
}
