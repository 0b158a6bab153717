import { actWords } from '@kaibo/contract/facts/acts.ts'
import type { Permission } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { useSession, type Session } from './session.ts'

/** Whether the person may do an act: `true`, or the sentence that says which right is missing. */
export const useCan = (action: Permission): true | Words => canWith(useSession(), action)

export function canWith({ actions }: Session, action: Permission): true | Words {
  if (action === 'public' || action === 'login' || actions?.includes(action)) return true
  const { zh, en } = actWords(action)
  return words(
    `没有${zh}权限（${action}），请联系管理员`,
    `No right to ${en.toLowerCase()} (${action}); ask an administrator`,
  )
}
