import { useEffect } from 'react'
import { isEnded, useTasks } from './tasks.ts'

/** The browser asks before a tab is closed whose work would be cut off. */
export function useCloseWarning(): void {
  const isGoing = !useTasks().every(isEnded)
  useEffect(() => {
    if (!isGoing) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isGoing])
}
