import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { actionsIn } from '#domains/lookup/grant.ts'
import { menusIn } from '#domains/lookup/menus.ts'

export interface GroupRights {
  scope: string
  menus_json: string | null
  actions_json: string
}

/** What an account may do is the union over its enabled groups. */
export const actionsOf = (groups: readonly GroupRights[]): ReadonlySet<string> =>
  new Set(groups.flatMap(actionsIn))

/** The menu shows what any of them shows. */
export const menusFrom = (groups: readonly GroupRights[]): readonly string[] => [
  ...new Set(groups.flatMap(menusIn)),
]

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

/** What an account owes before it may do anything: a password of its own, a second factor that a group asks for. */
export function mustOf(
  account: { must_change: number; otp_sealed: string | null },
  groups: readonly { otp_required: number }[],
): 'password' | 'otp' | null {
  if (account.must_change === 1) return 'password'
  const asked = groups.some((group) => group.otp_required === 1)
  return asked && account.otp_sealed === null ? 'otp' : null
}
