import { useEffect, useEffectEvent, useRef } from 'react'

/** Does something when the page around is come back to: it was kept, but heard nothing meanwhile. */
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
