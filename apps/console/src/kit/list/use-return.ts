import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs when the user comes back to this page: while hidden it received no live messages. */
export function useReturn(onReturn: () => void): void {
  const wasLeft = useRef(false)
  const act = useEffectEvent(onReturn)
  useEffect(() => {
    if (wasLeft.current) act()
    return () => {
      wasLeft.current = true
    }
  }, [])
}
