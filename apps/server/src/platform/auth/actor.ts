import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'

/** Who makes a call, with what they may do and see at this moment. */
export interface Actor {
  readonly uid: string
  readonly username: string
  readonly nickname: string
  readonly actions: ReadonlySet<string>
  readonly scope: Scope
  /** The organisation they are of, whatever they may see. */
  readonly org_id: string | null
  /** Of a game studio: sees what its organisation has as one. */
  readonly is_gs: IsOrNot
  readonly session_id: string
  /** Entries of the menu that show, of those the actions can open. */
  readonly menus: readonly string[]
  /** What has to be done before anything else; until then there are no actions. */
  readonly must: 'password' | 'otp' | null
  /** The group that this call views as: it can change nothing. */
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
