import * as z from 'zod/mini'

/** One thing that is well, or what to do about it; in the reader's language. */
export const SystemLine = z.object({
  key: z.string(),
  name: z.string(),
  ok: z.boolean(),
  /** How it is; where it is not well, what to do. */
  said: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type SystemLine = z.infer<typeof SystemLine>

export const SystemPart = z.object({
  key: z.enum(['servers', 'database', 'data', 'jobs']),
  title: z.string(),
  lines: z.array(SystemLine),
})
export type SystemPart = z.infer<typeof SystemPart>

/** As one server sees it: which one is the first of its lines. */
export const SystemState = z.object({ at: z.int(), parts: z.array(SystemPart) })
export type SystemState = z.infer<typeof SystemState>
