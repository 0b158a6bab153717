import { actWords } from '@kaibo/contract/facts/acts.ts'
import type { Permission } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { useSession, type Session } from './session.ts'

/** Whether the person holds all these rights: `true`, or the sentence that says which one is missing. */
export const useCan = (...needed: Permission[]): true | Words => canWith(useSession(), ...needed)

export function canWith({ actions }: Session, ...needed: Permission[]): true | Words {
  const action = needed.find(
    (one) => one !== 'public' && one !== 'login' && !actions?.includes(one),
  )
  if (action === undefined) return true
  const { zh, en } = actWords(action)
  return words(
    `没有${zh}权限（${action}），请联系管理员`,
    `No right to ${en.toLowerCase()} (${action}); ask an administrator`,
  )
}
