import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { IsOrNot } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { idOf, line } from '../kernel/text.ts'

/** A list by name, as the console calls it: `account`. */
const list = field(
  nouns.list,
  z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^[a-z][a-z0-9.-]*$/)),
)

/** The query of a list's address, and its columns in their order. Row height is not part of it: that is a personal setting. */
export const ViewState = z.object({
  search: field(words('筛选', 'Filters'), z.string().check(z.maxLength(2000))),
  columns: z.optional(
    field(
      words('列', 'Columns'),
      z
        .array(
          z.strictObject({
            key: field(words('列名', 'Column name'), z.string().check(z.maxLength(40))),
            hidden: z.optional(field(words('隐藏', 'Hidden'), z.boolean())),
            width: z.optional(
              field(words('列宽', 'Column width'), z.int().check(z.gte(40), z.lte(1000))),
            ),
          }),
        )
        .check(z.maxLength(60)),
    ),
  ),
})
export type ViewState = z.infer<typeof ViewState>

/** A view is a person's own, or with `group_id` that of everybody in a group. */
export const ViewDraft = z.object({
  id: z.optional(idOf(nouns.view)),
  list,
  name: line(words('视图名称', 'View name'), 20),
  group_id: z._default(z.nullable(idOf(nouns.group)), null),
  state: field(words('视图内容', 'View contents'), z.strictObject(ViewState.shape)),
  /** Makes it the one default view of the list for this person or this group; left out, it stays what it is. */
  opens: z.optional(field(words('默认视图', 'Default view'), oneOf(IsOrNot))),
})
export type ViewDraft = z.infer<typeof ViewDraft>

export const View = z.object({
  id: z.string(),
  name: z.string(),
  group: z.nullable(z.object({ id: z.string(), name: z.string() })),
  state: ViewState,
  /** Whether the list opens by it, for the person or the group that it belongs to. */
  opens: oneOf(IsOrNot),
  /** Whether the caller may change or remove it. */
  mine: oneOf(IsOrNot),
})
export type View = z.infer<typeof View>

/** By what a list opens: the person's own default view, else their group's. */
export const Opening = z.object({ list: z.string(), state: ViewState })
export type Opening = z.infer<typeof Opening>

export const ViewQuery = z.object({ list })
export const ViewRef = z.object({ id: idOf(nouns.view) })
