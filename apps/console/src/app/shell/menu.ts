import { menu, STUDIO_AREA, type MenuEntry } from '@kaibo/contract/facts/menu.ts'
import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'

/** Where a screen stands in the menu: its area and its own name. */
export interface Place {
  area: MenuEntry
  screen: MenuEntry['screens'][number]
}

export function placeOf(name: ScreenName): Place | undefined {
  for (const area of menu)
    for (const screen of area.screens) if (screen.screen === name) return { area, screen }
  return undefined
}

/** The first page of a menu; for a studio's people, that of their own area where they have it. */
export function firstPath(nodes: readonly MenuNode[], isStudio: boolean): string | undefined {
  const own = isStudio ? nodes.filter((area) => area.id === STUDIO_AREA) : []
  return [...own, ...nodes]
    .flatMap((node) => [node, ...node.children])
    .find((node) => node.path !== '')?.path
}

/** The entry that is shown as chosen: the screen's own, or the one it hangs under. */
export const chosenId = (path: string): string | undefined =>
  menu
    .flatMap((area) => area.screens)
    .filter(
      ({ screen }) => path === screens[screen].path || path.startsWith(`${screens[screen].path}/`),
    )
    .sort((a, b) => screens[b.screen].path.length - screens[a.screen].path.length)[0]?.id
