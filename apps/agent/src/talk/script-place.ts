import * as z from 'zod/mini'

/** How far a room has come in its script. */
export const ScriptPlace = z.object({ hash: z.string(), at: z.int().check(z.gte(0)) })
export type ScriptPlace = z.infer<typeof ScriptPlace>
