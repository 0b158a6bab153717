import * as z from 'zod/mini'
import { oneOf } from '../kernel/enumeration.ts'
import { InsertPosition, MAX_INSERT } from '../room/room.insert.rules.ts'
import { id, text } from './texts.ts'

/* What a person has an anchor say. */

/** The PC must have it within this time. */
export const INSERT_WITHIN_MS = 30_000
/** So long it waits on the PC for its turn. */
export const INSERT_TTL_MS = 600_000

export const InsertOrder = z.object({
  id: id(),
  text: text(MAX_INSERT),
  position: oneOf(InsertPosition),
})
export type InsertOrder = z.infer<typeof InsertOrder>
