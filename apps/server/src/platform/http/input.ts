import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type * as z from 'zod/mini'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { bare, labelOfField, schemaAt } from '@kaibo/contract/kernel/field.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import { isCut } from '@kaibo/contract/kernel/text.ts'
import { fromStrings } from '@kaibo/contract/kernel/wire.ts'
import { invalid } from '../fault.ts'
import { isRecord } from '../record.ts'

type Schema = z.core.$ZodType
type Fields = Record<string, Words>

/** Unknown keys that are named one by one, and how much of the name of each. */
const MAX_NAMED = 20
const NAME_SHOWN = 100

/** What the handler receives, or 1001 with a message for each field. `typed`: the values came as JSON, not as text. */
export function readInput(endpoint: Endpoint, raw: unknown, typed: boolean): unknown {
  const given = raw ?? {}
  if (!isRecord(given))
    throw invalid({ '': words('请求内容须为一个对象', 'The request must be an object') })
  const unknown = endpoint.method === 'POST' ? unknownKeys(endpoint.input, given) : []
  const named = unknown.slice(0, MAX_NAMED)
  const fields: Fields = Object.fromEntries(
    named.map((path) => [path, words(`不认识的字段${path}`, `Unknown field ${path}`)]),
  )
  // No client of ours sends so many, so the schema is not asked for its messages, which would take time.
  if (unknown.length > MAX_NAMED)
    throw invalid({
      ...fields,
      '': words(
        `不认识的字段太多，只列出前${MAX_NAMED}个`,
        `Too many unknown fields; the first ${MAX_NAMED} are named`,
      ),
    })
  const values = typed ? given : fromStrings(endpoint.input, given)
  const result = endpoint.input.safeParse(values)
  if (!result.success)
    throw invalid({ ...fieldMessages(endpoint.input, result.error.issues, values), ...fields })
  if (unknown.length > 0) throw invalid(fields)
  const bad = findUnstorable(result.data)
  if (!bad) return result.data
  const path = bad.path.join('.')
  const label =
    labelOfField(schemaAt(endpoint.input, bad.path) ?? endpoint.input) ?? words(path, path)
  throw invalid({
    [path]: isCut(bad.text)
      ? words(
          `${label.zh}含有不完整的字符，请删除后重试`,
          `${label.en} holds half a character, such as a cut emoji; delete it and try again`,
        )
      : words(
          `${label.zh}含有空字符，请删除后重试`,
          `${label.en} holds a NUL character; delete it and try again`,
        ),
  })
}

interface Nested {
  shape?: Record<string, Schema>
  element?: Schema
}

/**
 * Paths of keys that the schema does not know, at any depth; those in a union or a record are left to the schema. Stops at one
 * more than are named, because a body can hold a hundred thousand.
 */
function unknownKeys(schema: Schema, value: unknown): string[] {
  const found: string[] = []
  const look = (at: Schema, within: unknown, path: string): void => {
    const { shape, element } = bare(at)._zod.def as Nested
    if (element && Array.isArray(within)) {
      for (let i = 0; i < within.length && found.length <= MAX_NAMED; i++)
        look(element, within[i], `${path}${i}.`)
    }
    if (!shape || !isRecord(within)) return
    for (const key of Object.keys(within)) {
      if (found.length > MAX_NAMED) return
      const field = Object.hasOwn(shape, key) ? shape[key] : undefined
      if (field) look(field, within[key], `${path}${key}.`)
      else found.push(`${path}${key.slice(0, NAME_SHOWN)}`)
    }
  }
  look(schema, value, '')
  return found
}

interface Found {
  path: (string | number)[]
  text: string
}

/** The first text that a database would not store as it is: one with a NUL or with half of a surrogate pair. */
function findUnstorable(value: unknown): Found | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || isCut(value) ? { path: [], text: value } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const found = findUnstorable(item)
    if (found) return { ...found, path: [Array.isArray(value) ? Number(key) : key, ...found.path] }
  }
  return undefined
}
