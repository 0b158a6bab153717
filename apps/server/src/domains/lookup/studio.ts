import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Actor } from '#platform/auth/actor.ts'

/** Whose rows somebody sees of what studios have: a studio's people its own, a guild's none, and who sees all data all. */
export function studioOf({ scope, is_gs, org_id, uid }: Actor): Scope {
  if (scope.kind === 'all') return scope
  return is_gs === IsOrNot.is && org_id ? { kind: 'org', org_id } : { kind: 'own', uid }
}
