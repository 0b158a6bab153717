import * as z from 'zod/mini'
import { CheckExpressionType } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { BoundOp, CheckOp, RangeJoin, Reason, ValueFault } from './talk.enums.ts'

/* What happened to one event in one rule set, step by step, as the console shows it and the trigger log keeps it. */

const value = z.union([z.string(), z.number()])

/** The operand as read: `key` where it is a variable, no `value` where there was none. */
const Reading = z.object({
  key: z.optional(z.string()),
  value: z.optional(z.union([value, z.array(value)])),
  fault: z.optional(oneOf(ValueFault)),
})
export type Reading = z.infer<typeof Reading>

const result = z.union([z.boolean(), z.literal('error')])
const checked = { kind: z.literal('check'), path: z.string(), id: z.string(), result }

export const Step = z.union([
  z.object({
    ...checked,
    type: z.literal(CheckExpressionType.one),
    subject: Reading,
    op: oneOf(CheckOp),
    /** What the same check read before, of `changed`, `rose` and `fell`. */
    rhs: Reading,
  }),
  z.object({
    ...checked,
    type: z.literal(CheckExpressionType.two),
    subject: Reading,
    lo: z.tuple([oneOf(BoundOp), Reading]),
    hi: z.tuple([oneOf(BoundOp), Reading]),
    join: oneOf(RangeJoin),
  }),
  z.object({
    kind: z.literal('group'),
    path: z.string(),
    id: z.string(),
    mode: z.enum(['all', 'any', 'not']),
    result,
  }),
  /** The gate that stopped a node. */
  z.object({
    kind: z.literal('gate'),
    path: z.string(),
    gate: oneOf(Reason),
    /** Of a cooldown: who it is kept for, and how long it still lasts. */
    key: z.optional(z.string()),
    left_ms: z.optional(z.int()),
  }),
  z.object({
    kind: z.literal('say'),
    path: z.string(),
    /** The template that was spoken; none when every one lacked a value. */
    pick: z.optional(z.int()),
    of: z.int(),
    /** Templates that were picked first but lacked a value, or held a forbidden word. */
    skipped: z.array(z.int()),
    /** The picks before this one, newest last, where they are not to be repeated. */
    recent: z.optional(z.array(z.int())),
    text: z.optional(z.string()),
  }),
])
export type Step = z.infer<typeof Step>

export const Trace = z.object({
  /** `id@version` of the rule set. */
  set: z.string(),
  event: z.string(),
  event_id: z.string(),
  now: z.int(),
  result: oneOf(Reason),
  steps: z.array(Step),
})
export type Trace = z.infer<typeof Trace>
