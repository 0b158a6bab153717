import * as z from 'zod/mini'
import { kinds, type Kind } from '../facts/kinds.ts'
import { nouns } from '../facts/nouns.ts'
import { field } from '../kernel/field.ts'
import { RoomRow } from '../room/room.schema.ts'

export const SearchQuery = z.object({
  keyword: field(nouns.keyword, z.string().check(z.trim(), z.minLength(1), z.maxLength(50))),
})

const Hit = z.object({
  /** By what the console opens it. */
  id: z.string(),
  name: z.string(),
  /** What tells it from others of its name; empty where nothing does. */
  code: z.string(),
  /** Whose it is, or what it is for; empty where nothing is said. */
  note: z.string(),
  /** Of a room, how it is. */
  state: z.nullable(RoomRow.shape.state),
})
export type Hit = z.infer<typeof Hit>

/** The best of one kind, the best first. */
export const HitsOfKind = z.object({
  kind: z.enum(kinds.map(({ kind }) => kind) as [Kind, ...Kind[]]),
  hits: z.array(Hit),
  /** There are more than these. */
  more: z.boolean(),
})
export type HitsOfKind = z.infer<typeof HitsOfKind>
