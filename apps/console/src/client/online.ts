import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether this machine has a network, as the browser knows it. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
