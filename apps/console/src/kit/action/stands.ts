import { useCallback, useEffect, useRef } from 'react'
import { textOf } from '#client/i18n.ts'
import './action.i18n.ts'

/**
 * Tells whether what made a call still stands when the answer comes: it may have been closed, or its page left. A page is
 * left from the moment its address is: until the next one is drawn what it shows can be seen, but no longer read.
 */
export function useStands(): () => boolean {
  const at = useRef<string>(undefined)
  useEffect(() => {
    at.current = location.pathname
    return () => {
      at.current = undefined
    }
  }, [])
  return useCallback(() => at.current === location.pathname, [])
}

/** What failed and why, for a toast where the dialog that would show it has gone. */
export const failedWords = (what: string, reason: string): string =>
  textOf('action')('failed', { what, reason })
