import * as z from 'zod/mini'
import type { TriedDecision } from '@kaibo/contract/talk/talk.try.schema.ts'

/** The ways to check what rules do; `try` comes first and needs nothing. */
export const CHECKS = ['try', 'why', 'replay', 'cases'] as const
export type Check = (typeof CHECKS)[number]

/** What of the checks stands in the address: a trigger log links to the reasons of its own event. */
export const CheckState = z.object({
  check: z._default(z.enum(CHECKS), 'try'),
  /** What is asked about: a room, and an event of it with its time. */
  room: z.optional(z.string()),
  event: z.optional(z.string()),
  at: z.optional(z.int()),
})
export type CheckState = z.infer<typeof CheckState>

/** The decisions that the rules of the tree are painted by. */
export interface Decided {
  decisions: readonly TriedDecision[]
}
