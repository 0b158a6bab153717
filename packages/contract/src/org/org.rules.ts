import { words, type Words } from '../kernel/words.ts'

export type OrgAct = 'edit' | 'enable' | 'disable'

interface OrgFacts {
  id: string
  enabled: number
  is_demo: number
}

/** The organisation of the installation itself: rooms and accounts that belong to nobody else. */
export const HOME_ORG = 'default'

/** `true`, or the sentence why not. */
export function orgCan(act: OrgAct, org: OrgFacts): true | Words {
  if (act === 'disable') {
    if (org.id === HOME_ORG) return words('自营公会不能停用', 'The house guild cannot be disabled')
    return org.enabled === 1 || words('公会已停用', 'The guild is disabled already')
  }
  if (act === 'enable')
    return org.enabled === 0 || words('公会已启用', 'The guild is enabled already')
  return true
}

export const ORG_DISABLED: Words = words(
  '公会已停用，启用后才能开播',
  'The guild is disabled; enable it before starting',
)
