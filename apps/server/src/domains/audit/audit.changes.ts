import type * as z from 'zod/mini'
import type { Change } from '@kaibo/contract/audit/audit.schema.ts'
import { pathOf, words, type Lang } from '@kaibo/contract/kernel/words.ts'
import { bare } from '@kaibo/contract/kernel/field.ts'
import { kindOf, wordOf } from './audit.values.ts'
import type { NameField } from './audit.words.ts'
import { isRecord } from '#platform/record.ts'

type Scalar = string | number | boolean
type Path = readonly (string | number)[]
/** One value of a flattened object: a scalar, or a list whose order has no meaning. */
interface Leaf {
  path: Path
  value: Scalar | Scalar[]
}

/** A row's own identifier is not shown among the changes: the audit row's target says it. */
export const isOwnId = ({ field, before, after }: Change, target_id: string | null): boolean =>
  field === 'id' || field === 'uid' || (target_id !== null && (before ?? after) === target_id)

export interface Naming {
  action: string
  nameOf: NameField
  lang: Lang
}

/** Keys that are no change of the row: stamps of each edit, values that move by themselves, and facts about the reader. */
export const NOT_OF_THE_ROW: ReadonlySet<string> = new Set(
  (
    'version created_at updated_at updated_by server_time state state_since worker per_minute thumb sentence ' +
    'restriction out_of_reach hidden mine current is_new new_devices view_as demo ' +
    'is_default is_dirty problems nodes fired_24h held_24h errors_24h withdrawn ' +
    // The same in English.
    'last_error_en reason_en note_en'
  ).split(' '),
)

/**
 * What differs, field by field, in the order of the newer side. Objects are flattened to paths. An object with an id and a name
 * counts as its name; a list of such objects or of scalars counts as a set. Empty values count as absent.
 */
export function changesOf(before: unknown, after: unknown, naming: Naming): Change[] {
  const [old, young] = [flatten(before), flatten(after)].map(
    (leaves) => new Map(leaves.map((leaf) => [leaf.path.join('.'), leaf])),
  )
  const keys = new Set([...(young?.keys() ?? []), ...(old?.keys() ?? [])])
  return [...keys].flatMap((key) => {
    const [was, is] = [old?.get(key), young?.get(key)]
    const path = is?.path ?? was?.path ?? []
    const change = sides(was?.value, is?.value, sayOf(path, naming))
    return change ? [{ field: key, label: labelOf(path, naming), ...change }] : []
  })
}

interface Say {
  kind: Change['kind']
  word: (value: Scalar) => string
}

function sayOf(path: Path, { action, nameOf, lang }: Naming): Say {
  const key = path.findLast((part) => typeof part === 'string') ?? ''
  const { schema } = nameOf(action, path)
  const element = (schema ? (bare(schema)._zod.def as { element?: z.core.$ZodType }) : {}).element
  return {
    kind: kindOf(key),
    word: (value: Scalar) => wordOf(value, key, element ?? schema, lang),
  }
}

function sides(
  was: Leaf['value'] | undefined,
  is: Leaf['value'] | undefined,
  { kind, word }: Say,
): Pick<Change, 'kind' | 'before' | 'after'> | undefined {
  if (Array.isArray(was) || Array.isArray(is)) {
    const [old, young] = [listOf(was), listOf(is)]
    const out = old.filter((item) => !young.includes(item)).map(word)
    const put = young.filter((item) => !old.includes(item)).map(word)
    if (out.length + put.length === 0) return undefined
    return { kind: 'set', before: jsonOf(out), after: jsonOf(put) }
  }
  if (was === is) return undefined
  return {
    kind,
    before: was === undefined ? null : word(was),
    after: is === undefined ? null : word(is),
  }
}

const jsonOf = (words: string[]) => (words.length > 0 ? JSON.stringify(words) : null)

const listOf = (value: Leaf['value'] | undefined): Scalar[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** 负责人 · 昵称; 片段 · 第2项 · 文字. */
const labelOf = (path: Path, { action, nameOf, lang }: Naming): string => {
  const parts = path.map((part, depth) =>
    typeof part === 'number'
      ? words(`第${part + 1}项`, `item ${part + 1}`)
      : nameOf(action, path.slice(0, depth + 1)).label,
  )
  return pathOf(parts)[lang]
}

const isScalar = (value: unknown): value is Scalar =>
  ['string', 'number', 'boolean'].includes(typeof value)

/**
 * The name of an object that stands for another record: it has an id (`id`, `pc_id`) and a name, and with a plain `id` at most one more
 * key, because what has more is a part of the row itself. Undefined for any other value.
 */
function ownName(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const keys = Object.keys(value)
  const isOther = keys.some((key) => key.endsWith('_id')) || ('id' in value && keys.length <= 3)
  const name = value['name'] ?? value['nickname']
  return isOther && typeof name === 'string' ? name : undefined
}

function flatten(value: unknown, path: Path = []): Leaf[] {
  if (value === null || value === undefined || value === '') return []
  if (isScalar(value)) return [{ path, value }]
  if (Array.isArray(value)) {
    const items = value.map((item) => (isScalar(item) ? item : ownName(item)))
    if (items.every((item) => item !== undefined)) return [{ path, value: items }]
    return value.flatMap((item, i) => flatten(item, [...path, i]))
  }
  const name = path.length > 0 ? ownName(value) : undefined
  if (name !== undefined) return [{ path, value: name }]
  return Object.entries(value)
    .filter(([key]) => !NOT_OF_THE_ROW.has(key))
    .flatMap(([key, item]) => flatten(item, [...path, key]))
}
