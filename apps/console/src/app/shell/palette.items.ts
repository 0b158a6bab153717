import { match } from 'pinyin-pro'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'

/** Something to go to or to do. */
export interface PaletteItem {
  key: string
  label: string
  /** What kind of thing it is, and what tells it from others of its name. */
  hint: string
  run: () => void
}

export const pagesOf = (
  nodes: readonly MenuNode[],
): { path: string; name: string; area: string }[] =>
  nodes.flatMap((area) =>
    area.children.map((page) => ({ path: page.path, name: page.name, area: area.name })),
  )

/** What has it by the letters as they are, or by the sound: `zhfz` and `fenzu` both find 账号分组. What begins with it comes first. */
export function foundBy<Item extends { label: string }>(
  typed: string,
  items: readonly Item[],
): Item[] {
  const wanted = typed.trim().toLowerCase()
  return items
    .map((item) => ({ item, at: placeIn(item.label, wanted) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .map(({ item }) => item)
}

function placeIn(text: string, wanted: string): number {
  const at = text.toLowerCase().indexOf(wanted)
  return at < 0 && /^[a-z]+$/.test(wanted) ? (match(text, wanted)?.[0] ?? -1) : at
}
