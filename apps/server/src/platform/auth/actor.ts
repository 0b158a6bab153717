import type { Scope } from '@kaibo/contract/kernel/scope.ts'

/** Who makes a call, with what they may do and see at this moment. */
export interface Actor {
  readonly uid: string
  readonly username: string
  readonly nickname: string
  readonly actions: ReadonlySet<string>
  readonly scope: Scope
  readonly session_id: string
}

/** The caller of a public endpoint. */
export const visitor: Actor = {
  uid: '',
  username: '',
  nickname: '',
  actions: new Set(),
  scope: { kind: 'own', uid: '' },
  session_id: '',
}
