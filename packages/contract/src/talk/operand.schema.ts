import * as z from 'zod/mini'
import { DataOrigin } from '../facts/enums.ts'
import { field } from '../kernel/field.ts'
import { words } from '../kernel/words.ts'

const Scalar = z.union([z.string().check(z.maxLength(500)), z.number()])
export type Scalar = z.infer<typeof Scalar>

/** Where a check, a calculation or an action has its value from. */
export const Operand = z.discriminatedUnion('origin', [
  z.strictObject({
    origin: z.literal(DataOrigin.variable),
    key: field(words('变量', 'Variable'), z.string()),
  }),
  /** An earlier step of the same calculation: its id, or `$prev`. */
  z.strictObject({
    origin: z.literal(DataOrigin.result),
    ref: field(words('步骤', 'Step'), z.string()),
  }),
  z.strictObject({
    origin: z.literal(DataOrigin.input),
    value: z.union([Scalar, z.array(Scalar).check(z.minLength(1), z.maxLength(100))]),
  }),
])
export type Operand = z.infer<typeof Operand>
