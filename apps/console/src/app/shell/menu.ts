import { menu, STUDIO_AREA, type MenuEntry } from '@kaibo/contract/facts/menu.ts'
import { menuScreenOf, screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'

/** A screen's place in the menu: its area and entry. */
export interface Place {
  area: MenuEntry
  screen: MenuEntry['screens'][number]
  /** The screen shows one record of that entry's list, and has the record's name as title. */
  isRecord: boolean
}

export function placeOf(name: ScreenName): Place | undefined {
  const listed = menuScreenOf(name)
  for (const area of menu)
    for (const screen of area.screens)
      if (screen.screen === listed) return { area, screen, isRecord: listed !== name }
  return undefined
}

/** The first page of a menu; for a studio's people, that of their own area where they have it. */
export function firstPath(nodes: readonly MenuNode[], isStudio: boolean): string | undefined {
  const own = isStudio ? nodes.filter((area) => area.id === STUDIO_AREA) : []
  return [...own, ...nodes]
    .flatMap((node) => [node, ...node.children])
    .find((node) => node.path !== '')?.path
}

/** The selected entry: the screen's own, or that of its parent. */
export const chosenId = (path: string): string | undefined =>
  (Object.keys(screens) as ScreenName[])
    .filter((name) => isAt(path, screens[name].path.replace(/\/:.*/, '')))
    .sort((a, b) => screens[b].path.length - screens[a].path.length)
    .flatMap((name) => placeOf(name)?.screen.id ?? [])[0]

const isAt = (path: string, start: string) => path === start || path.startsWith(`${start}/`)
