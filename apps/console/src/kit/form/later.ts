import { useCallback, useEffect, useRef } from 'react'

interface Waiting {
  work: () => void
  timer: ReturnType<typeof setTimeout>
}

/** Debounces: runs the last given work after a pause, or at once when the component unmounts or the page is hidden. */
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
