import * as z from 'zod/mini'
import { IsOrNot, OpenStatus } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from './enumeration.ts'
import { field } from './field.ts'
import { idOf } from './text.ts'
import { version } from './version.ts'
import type { Words } from './words.ts'

/** What is answered of every record that people list and edit. */
export const stamped = {
  is_demo: oneOf(IsOrNot),
  version: z.int(),
  created_at: field(nouns.created, z.int()),
  updated_at: field(nouns.saved, z.int()),
  /** The nickname of whoever saved it last. */
  updated_by: z.nullable(z.string()),
}

export const enabled = field(nouns.status, oneOf(OpenStatus))

/**
 * What taking back says beside what the call takes: the version that the write left behind. Where the record has moved on since,
 * it is refused with 1006.
 */
export const sinceVersion = z.optional(version)

/** Of a call that disables a record or enables it again. */
export const enableOf = (noun: Words) =>
  z.object({ id: idOf(noun), enabled, version: sinceVersion })
