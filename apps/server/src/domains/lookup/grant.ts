import { isWithin, type ScopeWidth } from '@kaibo/contract/group/group.rules.ts'
import type { Actor } from '#platform/auth/actor.ts'

interface Rights {
  scope: string
  actions_json: string
}

/** The actions that a group grants, as the database holds them. */
export const actionsIn = ({ actions_json }: Pick<Rights, 'actions_json'>): string[] =>
  JSON.parse(actions_json) as string[]

/** Whether somebody holds all that a group grants: nobody gives what they do not have themselves. */
export const holds = (actor: Actor, group: Rights): boolean =>
  isWithin(group.scope as ScopeWidth, actor.scope.kind) &&
  actionsIn(group).every((action) => actor.actions.has(action))

/** A group belongs to all organisations: who sees the rows of one only may give it to its people, and change nothing of it. */
export const ownsGroups = ({ scope }: Actor): boolean => scope.kind === 'all'
