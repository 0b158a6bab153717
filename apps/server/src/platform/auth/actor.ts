import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'

/** Who makes a call, with what they may do and see at this moment. */
export interface Actor {
  readonly uid: string
  readonly username: string
  readonly nickname: string
  readonly actions: ReadonlySet<string>
  readonly scope: Scope
  /** The organisation they belong to, whatever their scope. */
  readonly org_id: string | null
  /** Belongs to a game studio: sees what its organisation owns as a studio. */
  readonly is_gs: IsOrNot
  readonly session_id: string
  /** Menu entries that are shown, out of those the actions can open. */
  readonly menus: readonly string[]
  /** What has to be done before anything else; until then there are no actions. */
  readonly must: 'password' | 'otp' | null
  /** The group that this call views as; such a call may only read. */
  readonly view_as: { readonly id: string; readonly name: string } | null
}

/** The caller of a public endpoint. */
export const visitor: Actor = {
  uid: '',
  username: '',
  nickname: '',
  actions: new Set(),
  scope: { kind: 'own', uid: '' },
  org_id: null,
  is_gs: IsOrNot.not,
  session_id: '',
  menus: [],
  must: null,
  view_as: null,
}
