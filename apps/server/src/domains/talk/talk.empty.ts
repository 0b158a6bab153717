import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'

/** A set that nobody has written anything in yet. */
export const emptySet = (name: string): RuleSet => ({
  id: 'new',
  name,
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name,
    enabled: OpenStatus.open,
    triggers: [],
    hit: 'all',
    children: [],
  },
})
