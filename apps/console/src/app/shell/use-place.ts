import { useMatches } from 'react-router'
import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import type { RouteHandle } from '../routes.tsx'
import { placeOf, type Place } from './menu.ts'

/** The screen of the contract that shows; nothing on pages that are not of it. */
export function useScreen(): ScreenName | undefined {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  return handle?.screen
}

export function usePlace(): Place | undefined {
  const screen = useScreen()
  return screen && placeOf(screen)
}

/** The right that a screen takes; nothing where a login is enough. */
export function rightOf(screen: ScreenName): string | undefined {
  const { can } = screens[screen]
  return can.includes('.') ? can : undefined
}
