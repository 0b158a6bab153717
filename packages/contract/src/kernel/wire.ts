import type * as z from 'zod/mini'
import { bare } from './field.ts'
import { isShallowJson } from './nesting.ts'

type Shape = Record<string, z.core.$ZodType>

/**
 * Queries and form-encoded bodies carry only strings; this gives each top-level field the type its schema asks for, so that
 * one schema serves both. What does not fit is passed on unchanged for validation to name. An empty value means "not given".
 */
export function fromStrings(
  schema: z.core.$ZodType,
  raw: Record<string, unknown>,
): Record<string, unknown> {
  const shape = (schema._zod.def as { shape?: Shape }).shape ?? {}
  // Entries, not assignment: a key named `__proto__` must stay a key, to be refused by name.
  return Object.fromEntries(
    Object.entries(raw).flatMap(([key, value]) => {
      const field = Object.hasOwn(shape, key) ? shape[key] : undefined
      if (!field) return [[key, value]]
      return value === '' && isOptional(field) ? [] : [[key, typedValue(bare(field), value)]]
    }),
  )
}

const isOptional = (schema: z.core.$ZodType) => schema._zod.optin !== undefined

function typedValue(schema: z.core.$ZodType, value: unknown): unknown {
  const def = schema._zod.def as { type: string; element?: z.core.$ZodType }
  if (value === '') return value
  if (def.type === 'array') {
    const items = Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? listFrom(value)
        : [value]
    return items.map((item) => (def.element ? typedValue(bare(def.element), item) : item))
  }
  if (typeof value !== 'string') return value
  if (def.type === 'number' || wantsNumber(schema)) return numberFrom(value)
  if (def.type === 'boolean') return booleanFrom(value)
  if (def.type === 'object' || def.type === 'record') return jsonFrom(value)
  return value
}

/** Enumerations whose values are numbers (spec §4). */
function wantsNumber(schema: z.core.$ZodType): boolean {
  const values = schema._zod.values
  return values !== undefined && values.size > 0 && [...values].every((v) => typeof v === 'number')
}

const numberFrom = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

const booleanFrom = (text: string): unknown => text === 'true' || (text === 'false' ? false : text)

const listFrom = (text: string): unknown[] => {
  const parsed = text.startsWith('[') ? jsonFrom(text) : undefined
  return Array.isArray(parsed) ? parsed : text.split(',')
}

function jsonFrom(text: string): unknown {
  if (!isShallowJson(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
