import { useEffect, useRef, type RefObject } from 'react'
import { textOf } from '#client/i18n.ts'
import './action.i18n.ts'

/** Whether what made a call still stands when the answer comes: it may have been closed, or its page left. */
export function useStands(): RefObject<boolean> {
  const stands = useRef(false)
  useEffect(() => {
    stands.current = true
    return () => {
      stands.current = false
    }
  }, [])
  return stands
}

/** What failed and why, for a toast where the dialog that would show it has gone. */
export const failedWords = (what: string, reason: string): string =>
  textOf('action')('failed', { what, reason })
