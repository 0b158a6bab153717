import { useSyncExternalStore } from 'react'
import { measures } from '../theme.ts'

/** A hook that follows one media query. */
function media(query: string): () => boolean {
  const list = matchMedia(query)
  const subscribe = (listener: () => void) => {
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  const matches = () => list.matches
  return function useMedia() {
    return useSyncExternalStore(subscribe, matches)
  }
}

/** Whether the screen is as narrow as a phone's. */
export const useIsPhone = media(`(max-width: ${measures.phone - 1}px)`)

/** Whether the person asked their system for less motion. */
export const useIsStill = media('(prefers-reduced-motion: reduce)')
