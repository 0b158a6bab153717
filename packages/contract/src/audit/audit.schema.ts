import type { Words } from '../kernel/words.ts'
import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { day } from '../kernel/day.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, says } from '../kernel/field.ts'
import { cursorField, listQuery } from '../kernel/page.ts'
import { AuditOutcome } from './audit.enums.ts'

/**
 * How a value is to be shown. `fen`, `instant` and `rate` (hundredths of a percent) are whole numbers as text; of a `set`
 * both sides are JSON lists of words: what was taken out and what was put in.
 */
export const ChangeKind = z.enum(['text', 'fen', 'instant', 'rate', 'set'])
export type ChangeKind = z.infer<typeof ChangeKind>

/** One field that a write changed; a value of an enumeration is its label, a secret is `***`. */
export const Change = z.object({
  /** The path of keys: `owner.nickname`. */
  field: z.string(),
  /** What the contract calls it. */
  label: z.string(),
  kind: ChangeKind,
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type Change = z.infer<typeof Change>

export const AuditRow = z.object({
  /** Its place in the chain. */
  seq: z.int(),
  at: z.int(),
  uid: z.string(),
  username: z.string(),
  /** The name of the call, now or in an earlier version. */
  action: z.string(),
  /** In the caller's language. */
  action_name: z.string(),
  /** What it was called then: a later change of its name changes no row. */
  target: z.string(),
  /** Null in rows from before it was kept, and where there is no record. */
  target_id: z.nullable(z.string()),
  outcome: oneOf(AuditOutcome),
  ip: z.string(),
  request_id: z.string(),
  reason: z.nullable(z.string()),
  /** What `changes` were taken from: the row before and after, or, where the write noted neither, what it was called with. */
  changes_of: z.enum(['row', 'input']),
  changes: z.array(Change),
  hash: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditAction = z.object({ uid: z.string(), name: z.string() })
export const AuditPerson = z.object({ uid: z.string(), name: z.string() })

const id = (label: Words) => z.optional(field(label, z.string().check(z.maxLength(64))))

/** Newest first. `keyword` is looked for in the target, the user name and the reason; `target` is a name or an id. */
export const AuditQuery = listQuery(['at'], {
  uid: id(nouns.person),
  action: id(nouns.action),
  target: id(nouns.target),
  day_from: z.optional(field(nouns.from, day())),
  day_to: z.optional(field(nouns.to, day())),
  /** The row that is open. */
  seq: z.optional(field(nouns.number, z.int())),
  cursor: cursorField,
  export: z.optional(field(nouns.exportFormat, z.enum(['xlsx']))),
}).check(
  z.refine(({ day_from, day_to }) => !day_from || !day_to || day_from <= day_to, {
    path: ['day_to'],
    error: says('结束日期不能早于开始日期', 'To must not be before From'),
  }),
)
