import * as z from 'zod/mini'
import { Change } from '../audit/audit.schema.ts'
import { nouns } from '../facts/nouns.ts'
import { field } from '../kernel/field.ts'
import { idOf } from '../kernel/text.ts'

/** Records whose history is kept, by the domain of the calls that write them. */
export const RecordKind = z.enum([
  'org',
  'group',
  'account',
  'live-account',
  'room',
  'plan',
  'commission',
  'game',
  'asset',
  'voice',
])
export type RecordKind = z.infer<typeof RecordKind>

const record = {
  kind: field(nouns.kind, RecordKind),
  /** A room's is its code. */
  id: idOf(nouns.number),
}

/** Newest first, twenty at a time; `before`: the `next` of an earlier answer. */
export const HistoryQuery = z.object({
  ...record,
  before: z.optional(field(nouns.cursor, z.int())),
})

/** One write of a record. */
export const HistoryRow = z.object({
  /** Of its audit row. */
  seq: z.int(),
  at: z.int(),
  username: z.string(),
  /** In the caller's language. */
  action_name: z.string(),
  reason: z.nullable(z.string()),
  changes: z.array(Change),
  /** The record's version after it; null where the record is not kept as it was then, or had another form. */
  version: z.nullable(z.int()),
})
export type HistoryRow = z.infer<typeof HistoryRow>

/** Of an empty history nothing was written since histories are kept. */
export const HistoryPage = z.object({ list: z.array(HistoryRow), next: z.nullable(z.int()) })

export const VersionQuery = z.object({ ...record, seq: field(nouns.version, z.int()) })

/** A record as it was after a write; `row` is what its list answers, and holds no secrets. */
export const RecordVersion = z.object({
  seq: z.int(),
  at: z.int(),
  username: z.string(),
  row: z.record(z.string(), z.unknown()),
})
