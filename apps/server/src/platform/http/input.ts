import type * as z from 'zod/mini'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { bare } from '@kaibo/contract/kernel/field.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import { fromStrings } from '@kaibo/contract/kernel/wire.ts'
import { invalid } from '../fault.ts'

type Schema = z.core.$ZodType
type Fields = Record<string, string>

/** What the handler receives, or 1001 with a message for each field. `typed`: the values came as JSON, not as text. */
export function readInput(endpoint: Endpoint, raw: unknown, typed: boolean): unknown {
  const given = raw ?? {}
  if (!isRecord(given)) throw invalid({ '': '请求内容须为一个对象' })
  const unknown = endpoint.method === 'POST' ? unknownKeys(endpoint.input, given) : []
  const fields: Fields = Object.fromEntries(unknown.map((path) => [path, `不认识的字段${path}`]))
  const values = typed ? given : fromStrings(endpoint.input, given)
  const result = endpoint.input.safeParse(values)
  if (!result.success)
    throw invalid({ ...fieldMessages(endpoint.input, result.error.issues, values), ...fields })
  if (unknown.length > 0) throw invalid(fields)
  const bad = withNul(result.data)
  if (bad !== undefined) throw invalid({ [bad]: `${bad}含有不可见的空字符，请删除后重试` })
  return result.data
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Nested {
  shape?: Record<string, Schema>
  element?: Schema
}

/** Paths of keys that the schema does not know, at any depth; what lies in a union or a record is left to its schema. */
function unknownKeys(schema: Schema, value: unknown, path = ''): string[] {
  const { shape, element } = bare(schema)._zod.def as Nested
  if (element && Array.isArray(value)) {
    return value.flatMap((item, i) => unknownKeys(element, item, `${path}${i}.`))
  }
  if (!shape || !isRecord(value)) return []
  return Object.keys(value).flatMap((key) => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    return field ? unknownKeys(field, value[key], `${path}${key}.`) : [`${path}${key}`]
  })
}

/** The path of the first text with a NUL character: PostgreSQL stores none, and nobody types one. */
function withNul(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const found = withNul(item, path ? `${path}.${key}` : key)
    if (found !== undefined) return found
  }
  return undefined
}
