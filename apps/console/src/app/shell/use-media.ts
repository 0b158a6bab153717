import { useSyncExternalStore } from 'react'
import { measures } from '../theme.ts'

const phone = matchMedia(`(max-width: ${measures.phone - 1}px)`)

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Whether the screen is as narrow as a phone's. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
