import { words, type Words } from '../kernel/words.ts'
import type { Area } from './area.ts'
import { areas } from './areas.ts'
import type { ScreenName } from './screens.ts'

interface Entry {
  id: string
  called: Words
  screen: ScreenName
}

/** The menu's two levels; the server answers the part an account may see. `icon` is a name the console's shell knows. */
export interface MenuEntry {
  id: string
  called: Words
  icon: string
  screens: readonly Entry[]
}

/** The menu heading at which people of a game studio (`is_gs`) land after login. */
export const STUDIO_AREA = 'gs'

const HEADINGS: readonly Omit<MenuEntry, 'screens'>[] = [
  { id: 'digital', called: words('直播间', 'Rooms'), icon: 'room' },
  { id: 'income', called: words('收入', 'Income'), icon: 'income' },
  { id: STUDIO_AREA, called: words('工作室', 'Studios'), icon: 'studio' },
  { id: 'account', called: words('账号与权限', 'People'), icon: 'account' },
]

const entries: readonly Entry[] = areas.flatMap(({ screens = {} }: Area) =>
  Object.entries(screens).flatMap(([screen, { entry }]) =>
    entry ? [{ ...entry, screen: screen as ScreenName }] : [],
  ),
)

export const menu: readonly MenuEntry[] = HEADINGS.map((heading) => ({
  ...heading,
  screens: entries.filter(({ id }) => id.startsWith(`${heading.id}.`)),
}))
