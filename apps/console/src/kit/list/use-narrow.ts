import { useSyncExternalStore } from 'react'

/** Below this there is no room for a table: rows become cards. list.css has the same number. */
const list = matchMedia('(max-width: 640px)')

const subscribe = (listener: () => void) => {
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
const matches = () => list.matches

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, matches)
