import { useCallback, useEffect, useRef } from 'react'

interface Waiting {
  work: () => void
  timer: ReturnType<typeof setTimeout>
}

/** Does the last work that it was given, once nothing new has come for a while; at once when its page goes. */
export function useLater(ms: number) {
  const waiting = useRef<Waiting>(undefined)
  const never = useCallback(() => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }, [])
  const now = useCallback(() => {
    const work = waiting.current?.work
    never()
    work?.()
  }, [never])
  const later = useCallback(
    (work: () => void) => {
      clearTimeout(waiting.current?.timer)
      waiting.current = { work, timer: setTimeout(now, ms) }
    },
    [now, ms],
  )
  useEffect(() => {
    addEventListener('pagehide', now)
    return () => {
      removeEventListener('pagehide', now)
      now()
    }
  }, [now])
  return { later, never }
}
