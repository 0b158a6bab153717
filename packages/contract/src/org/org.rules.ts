import type { Sentence } from '../facts/sentences.ts'

export type OrgAct = 'edit' | 'enable' | 'disable'

interface OrgFacts {
  id: string
  enabled: number
  is_demo: number
}

/** The organisation of the installation itself: rooms and accounts that belong to nobody else. */
export const HOME_ORG = 'default'

/** `true`, or the sentence why not. */
export function orgCan(act: OrgAct, org: OrgFacts): true | Sentence {
  if (act === 'disable') {
    if (org.id === HOME_ORG) return '自营公会不能停用'
    return org.enabled === 1 || '公会已停用'
  }
  if (act === 'enable') return org.enabled === 0 || '公会已启用'
  return true
}

export const ORG_DISABLED: Sentence = '公会已停用，启用后才能开播'
