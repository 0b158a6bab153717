import { useMatches } from 'react-router'
import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import type { RouteHandle } from '../routes.tsx'
import { placeOf, type Place } from './menu.ts'

/** The contract's screen that is shown; undefined on pages that are not in the contract. */
export function useScreen(): ScreenName | undefined {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  return handle?.screen
}

export function usePlace(): Place | undefined {
  const screen = useScreen()
  return screen && placeOf(screen)
}

/** The right that a screen requires; undefined if a login is enough. */
export function rightOf(screen: ScreenName): string | undefined {
  const { can } = screens[screen]
  return can.includes('.') ? can : undefined
}
