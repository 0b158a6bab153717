import * as z from 'zod/mini'
import { words, type Words } from './words.ts'

interface FieldFacts {
  /** What messages call the field. */
  label: Words
  /** Never logged, audited or answered. */
  secret?: boolean
}

const facts = z.registry<FieldFacts>()

/** Gives a schema the label that spec §5's messages name it by: `请输入{label}`. One schema has one: the other field needs its own. */
export function field<S extends z.ZodMiniType>(label: Words, schema: S): S {
  const known = facts.get(schema)
  if (known && known.label.zh !== label.zh)
    throw new Error(`the schema of ${known.label.zh} is that of ${label.zh} too`)
  facts.add(schema, { label })
  return schema
}

/** A field whose value must not reach logs, audit rows or answers. */
export function secret<S extends z.ZodMiniType>(label: Words, schema: S): S {
  facts.add(schema, { label, secret: true })
  return schema
}

const sets = new WeakSet<z.core.$ZodType>()

/** Marks an array whose order has no meaning (rights, groups). In any other array, a new order is a changed value. */
export function setOf<S extends z.ZodMiniArray>(schema: S): S {
  sets.add(schema)
  return schema
}

export const isSet = (schema: z.core.$ZodType): boolean => sets.has(bare(schema))

const messages = new Map<string, Words>()

/**
 * Registers the message of a check in both languages; `{label}` in it stands for the field's name. zod can carry one text
 * only: the Chinese, by which `messageOf` finds both.
 */
export function says(zh: string, en: string): string {
  messages.set(zh, words(zh, en))
  return zh
}

export const messageOf = (zh: string): Words => messages.get(zh) ?? words(zh, zh)

/** The schema under `optional`, `nullable` and `default`. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType }
  return def.innerType && ['optional', 'nullable', 'default', 'prefault'].includes(def.type)
    ? bare(def.innerType)
    : schema
}

type WithoutDefaults<Shape> = {
  [K in keyof Shape]: Shape[K] extends z.ZodMiniDefault<infer Inner>
    ? z.ZodMiniOptional<Inner>
    : Shape[K]
}

/** Turns the fields of a new row into those of a change: without their defaults, so that a field left out keeps its value. */
export const changeOf = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [
      key,
      schema instanceof z.ZodMiniDefault ? z.optional(schema._zod.def.innerType) : schema,
    ]),
  ) as WithoutDefaults<Shape>

export const labelOfField = (schema: z.core.$ZodType): Words | undefined =>
  facts.get(schema)?.label ?? facts.get(bare(schema))?.label

/** What the first of these that has the field calls it: a row's own schema, then the calls that fill it in. */
export const labelIn = (schemas: readonly z.core.$ZodType[], name: string): Words | undefined =>
  schemas
    .map((schema) => schemaAt(schema, [name]))
    .map((found) => found && labelOfField(found))
    .find((label) => label !== undefined)

export const isSecret = (schema: z.core.$ZodType): boolean =>
  (facts.get(bare(schema)) ?? facts.get(schema))?.secret ?? false

interface Nested {
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
}

/** The schema at a path of object keys and array indexes, where there is one; of a choice, in the first that has it. */
export function schemaAt(
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
): z.core.$ZodType | undefined {
  let here: z.core.$ZodType | undefined = schema
  for (const key of path) {
    if (!here) return undefined
    here = within(here, key)
  }
  return here
}

function within(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const { shape, element, options = [] } = bare(schema)._zod.def as Nested
  const own = typeof key === 'number' ? element : shape?.[String(key)]
  if (own) return own
  for (const option of options) {
    const found = within(option, key)
    if (found) return found
  }
  return undefined
}
