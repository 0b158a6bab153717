import * as z from 'zod/mini'
import { enumeration, oneOf } from '../kernel/enumeration.ts'
import { id, text } from './texts.ts'

/* What a person has an anchor say. */

export const MAX_INSERT = 500
/** The PC must have it within this time. */
export const INSERT_WITHIN_MS = 30_000
/** So long it waits on the PC for its turn. */
export const INSERT_TTL_MS = 600_000

/** `now` breaks off the sentence that is being said, which is said again; `sentence`: after it; `tail`: after all that waits. */
export const InsertPosition = enumeration({
  now: ['now', '立即', 'At once'],
  sentence: ['sentence', '这句之后', 'After the sentence'],
  tail: ['tail', '排到最后', 'After all that waits'],
})

export const InsertOrder = z.object({
  id: id(),
  text: text(MAX_INSERT),
  position: oneOf(InsertPosition),
})
export type InsertOrder = z.infer<typeof InsertOrder>
