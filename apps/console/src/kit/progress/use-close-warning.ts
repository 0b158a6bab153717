import { useEffect } from 'react'
import { isEnded, useTasks } from './tasks.ts'

/** The browser asks before a tab is closed whose work would be cut off. */
export function useCloseWarning(): void {
  useAskBeforeClose(!useTasks().every(isEnded))
}

/** The browser asks before a tab is closed in which something is not saved yet. */
export function useAskBeforeClose(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
