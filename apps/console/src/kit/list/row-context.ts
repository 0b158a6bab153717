import { useMemo } from 'react'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { useLanguage } from '#client/language.ts'
import { useSession, type Session } from '#client/session.ts'

/** Language and login that a row is rendered for; a change of either renders all rows. */
export interface RowContext {
  lang: Lang
  session: Session
}

export function useRowContext(): RowContext {
  const lang = useLanguage()
  const session = useSession()
  return useMemo(() => ({ lang, session }), [lang, session])
}
