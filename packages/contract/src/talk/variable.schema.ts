import * as z from 'zod/mini'
import { DataType, OperatorMethod, VarCalcType, VarType } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { words } from '../kernel/words.ts'
import { VarReset, VarScope } from './talk.enums.ts'
import { Operand } from './operand.schema.ts'
import { Condition } from './talk.schema.ts'

/* The variables of a game: stored in the room, or derived from others. */

const scalar = z.union([z.string().check(z.maxLength(500)), z.number()])

export const varKey = field(
  words('变量标识', 'Variable’s key'),
  z.string().check(z.regex(/^[a-z][\w.]{0,63}$/)),
)

const shared = {
  key: varKey,
  name: field(nouns.name, z.string().check(z.minLength(1), z.maxLength(30))),
  var_type: field(nouns.kind, oneOf(VarType)),
  data_type: field(words('数据类型', 'Type'), oneOf(DataType)),
}

const stored = {
  calc: z.literal(VarCalcType.common),
  scope: field(words('范围', 'Whose'), oneOf(VarScope)),
  reset: field(words('清零', 'Begins anew'), oneOf(VarReset)),
  /** Its value until something sets it; without one it is missing. Of scope `global` its value: nothing sets that. */
  default: z.optional(field(words('初始值', 'Value at first'), scalar)),
}
const Stored = z.strictObject({ ...shared, ...stored })
export type StoredVar = z.infer<typeof Stored>

export const CALC_OPS = ['+', '-', '*', '/', '%', 'min', 'max'] as const
export const MAP_MATCHES = ['exact', 'range', 'prefix', 'keyword'] as const
export const LIMIT_OVERFLOWS = ['clamp', 'wrap', 'error'] as const

const Step = z.strictObject({
  id: z.string().check(z.regex(/^\w{1,20}$/)),
  left: Operand,
  op: z.enum(CALC_OPS),
  right: Operand,
  method: oneOf(OperatorMethod),
})
export type CalcStep = z.infer<typeof Step>

const Row = z.strictObject({
  /** The words of `exact`, `prefix` and `keyword`. */
  k: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** Of `range`: from, included, to, not included. */
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  v: Operand,
})
export type MapRow = z.infer<typeof Row>

const calc = {
  calc: z.literal(VarCalcType.calc),
  steps: z.array(Step).check(z.minLength(1), z.maxLength(20)),
}
const judge = {
  calc: z.literal(VarCalcType.judge),
  cases: z
    .array(z.strictObject({ when: Condition, value: Operand }))
    .check(z.minLength(1), z.maxLength(20)),
  else: Operand,
}
const map = {
  calc: z.literal(VarCalcType.map),
  input: Operand,
  match: z.enum(MAP_MATCHES),
  rows: z.array(Row).check(z.minLength(1), z.maxLength(100)),
  else: Operand,
}
const limit = {
  calc: z.literal(VarCalcType.limit),
  input: Operand,
  min: z.optional(Operand),
  max: z.optional(Operand),
  overflow: z.enum(LIMIT_OVERFLOWS),
  max_chars: z.optional(z.int().check(z.gte(1), z.lte(500))),
}
const server = {
  calc: z.literal(VarCalcType.server),
  provider: z.string().check(z.maxLength(40)),
  default: z.optional(scalar),
}

export const Var = z.discriminatedUnion('calc', [
  Stored,
  z.strictObject({ ...shared, ...calc }),
  z.strictObject({ ...shared, ...judge }),
  z.strictObject({ ...shared, ...map }),
  z.strictObject({ ...shared, ...limit }),
  z.strictObject({ ...shared, ...server }),
])
export type Var = z.infer<typeof Var>
export type DerivedVar = Exclude<Var, StoredVar>

/** How a variable comes by its value, apart from what it is called. */
export const VarHow = z.discriminatedUnion('calc', [
  z.strictObject(stored),
  z.strictObject(calc),
  z.strictObject(judge),
  z.strictObject(map),
  z.strictObject(limit),
  z.strictObject(server),
])
export type VarHow = z.infer<typeof VarHow>
