import type { ValueOf } from '../kernel/enumeration.ts'
import type { Words } from '../kernel/words.ts'
import type { HandleAction } from './enums.ts'

type Act = ValueOf<typeof HandleAction>
export type GroupId = 'admin' | 'operator' | 'finance' | 'guild' | 'studio'

interface ScreenLine {
  path: string
  /** Its entry of the menu, `<heading>.<entry>`, and what it is called there. */
  entry?: { id: string; called: Words }
  /** One record's screen is no entry of the menu: it hangs under the screen that lists such records. */
  under?: string
}

/** What a domain is to those who work with it: its name, its rights, who holds them at first, and its screens. */
interface AreaLine {
  /** What the group of its rights is called. */
  called: Words
  acts: readonly Act[]
  /** The administrators hold all of them. */
  heldBy?: Readonly<Partial<Record<Exclude<GroupId, 'admin'>, readonly Act[]>>>
  /** By their name in spec §2, or ours. Who may look at the domain may open them. */
  screens?: Readonly<Record<string, ScreenLine>>
}

export type Area = AreaLine & { readonly name: string }

export const area = <const Name extends string, const Line extends AreaLine>(
  name: Name,
  line: Line,
) => ({ name, ...line })
