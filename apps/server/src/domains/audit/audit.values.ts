import type * as z from 'zod/mini'
import type { ChangeKind } from '@kaibo/contract/audit/audit.schema.ts'
import { rightWords } from '@kaibo/contract/facts/domains.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { menu } from '@kaibo/contract/facts/menu.ts'
import { labelOf, optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { bare } from '@kaibo/contract/kernel/field.ts'

type Scalar = string | number | boolean

/** By the end of the field's name, which names the unit everywhere (`_fen`, `_at`, `_rate`). */
export function kindOf(key: string): ChangeKind {
  if (key.endsWith('_fen')) return 'fen'
  if (key.endsWith('_at')) return 'instant'
  return key.endsWith('_rate') ? 'rate' : 'text'
}

/** A value as text: the label of an enumeration, a boolean, a right or a menu entry; any other value as it is. */
export function wordOf(
  value: Scalar,
  key: string,
  schema: z.core.$ZodType | undefined,
  lang: Lang,
): string {
  if (typeof value === 'boolean') return labelOf(IsOrNot, value ? IsOrNot.is : IsOrNot.not, lang)
  const { entries } = (schema ? bare(schema)._zod.def : {}) as { entries?: object }
  if (entries && optionsOf(entries, lang).length > 0) return labelOf(entries, value, lang)
  if (key === 'actions') return rightWords(String(value))[lang]
  if (key === 'menus') return menuOf(String(value), lang)
  return String(value)
}

const entriesOfMenu = menu.flatMap((area) => area.screens)

const menuOf = (id: string, lang: Lang) =>
  entriesOfMenu.find((one) => one.id === id)?.called[lang] ?? id
