import { useSyncExternalStore } from 'react'
import { measures } from '#kit/theme/theme.ts'

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
export const useIsPhone = media(`(width < ${measures.phone}px)`)

/** Whether rows become cards. */
export const useIsNarrow = media(`(width < ${measures.narrow}px)`)

/** Whether the person asked their system for less motion. */
export const useIsStill = media('(prefers-reduced-motion: reduce)')
