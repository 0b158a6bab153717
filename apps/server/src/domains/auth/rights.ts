import type { Scope } from '@kaibo/contract/kernel/scope.ts'

export interface GroupRights {
  scope: string
  actions_json: string
}

/** What an account may do is the union over its enabled groups. */
export const actionsOf = (groups: readonly GroupRights[]): ReadonlySet<string> =>
  new Set(groups.flatMap((group) => JSON.parse(group.actions_json) as string[]))

/** What it may see is the widest scope of them: all, else its organisation's, else its own. */
export function scopeOf(
  groups: readonly GroupRights[],
  account: { uid: string; org_id: string | null },
): Scope {
  if (groups.some((group) => group.scope === 'all')) return { kind: 'all' }
  if (account.org_id && groups.some((group) => group.scope === 'org')) {
    return { kind: 'org', org_id: account.org_id }
  }
  return { kind: 'own', uid: account.uid }
}
