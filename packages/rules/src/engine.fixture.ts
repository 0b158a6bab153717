import {
  EMPTY_CATALOGUE,
  unchanged,
  type Answer,
  type BoundSet,
  type Bundle,
  type Catalogue,
} from '@kaibo/contract/talk/bundle.schema.ts'
import type { Var } from '@kaibo/contract/talk/variable.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle } from './bundle.ts'
import { RoomRules, type Moment } from './engine.ts'
import type { Decision } from './decision.ts'

export const stored = (key: string, over: Partial<Extract<Var, { calc: 0 }>> = {}): Var => ({
  key,
  name: key,
  var_type: 1,
  data_type: 0,
  calc: 0,
  scope: 'room',
  reset: 'never',
  default: 0,
  ...over,
})

export const withVars = (...vars: Var[]): Catalogue => ({ ...EMPTY_CATALOGUE, vars })

interface Over {
  catalogue?: Catalogue
  answers?: Answer[]
  idle_s?: number
  quiet?: NonNullable<Bundle['quiet']>
}

export const bundleWith = (
  sets: readonly (RuleSet | BoundSet)[],
  { catalogue = EMPTY_CATALOGUE, answers = [], idle_s = 20, quiet }: Over = {},
): Bundle => ({
  format: 2,
  catalogue,
  sets: sets.map((set) => ('set' in set ? set : unchanged(set))),
  answers,
  idle_s,
  ...(quiet && { quiet }),
})

/** A room behind its one door. */
export function doorOf(sets: readonly (RuleSet | BoundSet)[], over: Over = {}) {
  const { rules, faults } = compileBundle(bundleWith(sets, over))
  if (faults.length > 0) throw new Error(faults.map((e) => `${e.path} ${e.message}`).join('\n'))
  const room = new RoomRules({ trace: false })
  room.use(rules, 0)
  room.open('run-1', 0)
  return room
}

export const heard = (decisions: readonly Decision[]): string[] =>
  decisions.map(({ text, outcome }) => text ?? outcome)

export const at = (now: number, silent_ms = Number.MAX_SAFE_INTEGER): Moment => ({
  now,
  speech: { waiting: 0, silent_ms, saying: [] },
})
