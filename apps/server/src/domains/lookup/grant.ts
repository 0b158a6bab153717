import { isWithin, type ScopeWidth } from '@kaibo/contract/group/group.rules.ts'
import type { Actor } from '#platform/auth/actor.ts'

interface Rights {
  scope: string
  actions_json: string
}

/** The actions that a group grants, as the database holds them. */
export const actionsIn = ({ actions_json }: Pick<Rights, 'actions_json'>): string[] =>
  JSON.parse(actions_json) as string[]

/** Whether the caller holds all that a group grants, and so may put people into it. */
export const holds = (actor: Actor, group: Rights): boolean =>
  isWithin(group.scope as ScopeWidth, actor.scope.kind) &&
  actionsIn(group).every((action) => actor.actions.has(action))

/** Whether the caller may change groups. Groups are shared by all organisations, so it takes the scope of all data. */
export const ownsGroups = ({ scope }: Actor): boolean => scope.kind === 'all'
