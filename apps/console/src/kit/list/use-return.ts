import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Runs when the user comes back to this page: while hidden it received no live messages. It runs after the page is painted as it was
 * left: drawing it anew first took a fifth of the time until it shows.
 */
export function useReturn(onReturn: () => void): void {
  const wasLeft = useRef(false)
  const act = useEffectEvent(onReturn)
  useEffect(() => {
    const stop = wasLeft.current ? afterPaint(() => act()) : undefined
    return () => {
      stop?.()
      wasLeft.current = true
    }
  }, [])
}

function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
