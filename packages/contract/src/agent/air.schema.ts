import * as z from 'zod/mini'

/** What an anchor may say: all, nothing, or only what a person has it say. */
export const AirOrder = z.enum(['open', 'paused', 'takeover'])
export type AirOrder = z.infer<typeof AirOrder>
