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

/** By the letters as they are, or by the sound: `zhfz` and `fenzu` both find 账号分组. */
export function isFound(text: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '' || text.toLowerCase().includes(wanted)) return true
  return /^[a-z]+$/.test(wanted) && match(text, wanted) !== null
}
