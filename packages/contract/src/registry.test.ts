import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { bare, labelOfField } from './kernel/field.ts'
import { endpoints } from './registry.ts'

interface Nested {
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
}

/** The fields of an input that a message could only call by its key, such as `account/add: email`. */
function unnamed(schema: z.core.$ZodType, path: string): string[] {
  const { shape = {}, element } = bare(schema)._zod.def as Nested
  const fields = Object.entries(shape).flatMap(([key, field]) => [
    ...(labelOfField(field) === undefined ? [`${path}: ${key}`] : []),
    ...unnamed(field, `${path}: ${key}`),
  ])
  return element ? [...fields, ...unnamed(element, path)] : fields
}

test('every field of every input has the name that messages call it by', () => {
  expect(endpoints.flatMap(({ input, path }) => unnamed(input, path))).toEqual([])
})
