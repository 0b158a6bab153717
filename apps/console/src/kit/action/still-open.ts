import { useCallback, useEffect, useRef } from 'react'
import { useText } from '#client/i18n.ts'
import './action.i18n.ts'

/**
 * Whether the dialog or form that made a call is still open when the answer comes: it may have been closed, or its page left.
 * A page counts as left as soon as the address has changed, even while its content is still on screen.
 */
export function useStillOpen(): () => boolean {
  const at = useRef<string>(undefined)
  useEffect(() => {
    at.current = location.pathname
    return () => {
      at.current = undefined
    }
  }, [])
  return useCallback(() => at.current === location.pathname, [])
}

/** What failed and why, for the toast that says so when the dialog has been closed. */
export function useFailedText(): (what: string, reason: string) => string {
  const t = useText('action')
  return (what, reason) => t('failed', { what, reason })
}
