import { nouns } from '../facts/nouns.ts'
import { words } from './words.ts'
import * as z from 'zod/mini'
import { field } from './field.ts'
import { SortDir } from '../facts/enums.ts'
import { oneOf } from './enumeration.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const
export const MAX_PAGE_SIZE = 200
/** Later pages are refused: they are slow to read, and a filter or an export serves better. */
const MAX_PAGE = 10_000

/** The query of every list (product: conventions of the wire); a list adds its own filters with `listQuery({…})`. */
export const pageFields = {
  page: z._default(field(words('页码', 'Page'), z.int().check(z.gte(1), z.lte(MAX_PAGE))), 1),
  page_size: z._default(
    field(words('每页条数', 'Rows a page'), z.int().check(z.gte(1), z.lte(MAX_PAGE_SIZE))),
    20,
  ),
  keyword: z.optional(field(nouns.keyword, z.string().check(z.trim(), z.maxLength(50)))),
  sort_dir: z.optional(field(nouns.sortDirection, oneOf(SortDir))),
}

export function listQuery<
  Filters extends z.core.$ZodLooseShape,
  const Sort extends readonly [string, ...string[]],
>(sortable: Sort, filters: Filters) {
  return z.object({
    ...pageFields,
    sort_by: z.optional(field(words('排序字段', 'Sort by'), z.enum(sortable))),
    ...filters,
  })
}

export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ list: z.array(row), total: z.int() })

/** Counting stops here: an exact count of a large table costs more than reading the page. */
export const TOTAL_CAP = 10_000

/** For lists that grow without end: the `next` of an earlier answer. Rows added since do not shift the page; `page` is left out. */
export const cursorField = z.optional(field(nouns.cursor, z.string().check(z.maxLength(200))))

/** `total` counts to `TOTAL_CAP`, and then `total_capped` says that there are more; `next` is null on the last page. */
export const endlessPageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    list: z.array(row),
    total: z.int(),
    total_capped: z.boolean(),
    next: z.nullable(z.string()),
  })

/** Option lists (`public/*`) answer `list` only: the select widget of spec §3 reads it whole. */
export const listOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ list: z.array(row) })

export interface Page<Row> {
  list: Row[]
  total: number
}

export interface EndlessPage<Row> extends Page<Row> {
  total_capped: boolean
  next: string | null
}
