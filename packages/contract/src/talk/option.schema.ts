import * as z from 'zod/mini'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { words } from '../kernel/words.ts'
import { RuleKind } from './kind.enums.ts'

/* What a picker of rule sets shows, apart from rules themselves: every console loads it first. */

export const ruleKind = field(words('种类', 'Kind'), oneOf(RuleKind))

/** A rule set that rooms can be bound to: it is enabled, and published as `live_v`. */
export const RuleOption = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  kind: ruleKind,
  live_v: z.int(),
  /** The game that it speaks of. */
  game_id: z.nullable(z.string()),
})
