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

/** The menu entries of all groups together. */
export const menusFrom = (groups: readonly GroupRights[]): readonly string[] => [
  ...new Set(groups.flatMap(menusIn)),
]

/** The widest scope of the groups: all, else the account's organisation, else its own rows. */
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

/** What an account has to do before it has any rights: set a password of its own, or bind a second factor that a group requires. */
export function mustOf(
  account: { must_change: number; otp_sealed: string | null },
  groups: readonly { otp_required: number }[],
): 'password' | 'otp' | null {
  if (account.must_change === 1) return 'password'
  const asked = groups.some((group) => group.otp_required === 1)
  return asked && account.otp_sealed === null ? 'otp' : null
}
