import type { ValueOf } from '../kernel/enumeration.ts'
import type { Words } from '../kernel/words.ts'
import type { HandleAction } from './enums.ts'

type Act = ValueOf<typeof HandleAction>
export type GroupId = 'admin' | 'operator' | 'finance' | 'guild' | 'studio'

interface ScreenLine {
  path: string
  /** Its entry in the menu: `id` is `<heading>.<entry>`. */
  entry?: { id: string; called: Words }
  /** The screen of one record has no menu entry; this names the screen that lists such records. */
  under?: string
}

/** A kind of row that the search over everything shows. */
interface KindLine {
  /** What one of them is called. */
  called: Words
  /** The right that shows them; `<domain>.look` unless it is another. */
  can?: string
}

/** What a domain declares of itself: its name, its rights, the built-in groups that hold them, and its screens. */
interface AreaLine {
  /** Heading of the domain's rights. */
  called: Words
  /** Its rights, each with the sentence that says what it lets one do. */
  acts: Readonly<Partial<Record<Act, Words>>>
  /** Which of `acts` each built-in group holds; the administrators hold all. */
  heldBy?: Readonly<Partial<Record<Exclude<GroupId, 'admin'>, readonly Act[]>>>
  /** By their name in spec §2, or ours. The right `<domain>.look` opens them. */
  screens?: Readonly<Record<string, ScreenLine>>
  kinds?: Readonly<Record<string, KindLine>>
}

export type Area = AreaLine & { readonly name: string }

export const area = <const Name extends string, const Line extends AreaLine>(
  name: Name,
  line: Line,
) => ({ name, ...line })
