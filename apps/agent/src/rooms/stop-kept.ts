import * as z from 'zod/mini'
import { EndedBy, Postponed, StopWish } from '@kaibo/contract/agent/stop.schema.ts'

/** What a run keeps over a restart of how it is to end. */
export const StopKept = z.object({
  /** When a gift was paid last, by the server's clock. */
  gift_at: z.nullable(z.int()),
  postponed: z.nullable(Postponed),
  /** What rules want, until the server has heard it. */
  wish: z.nullable(StopWish),
  /** It has been ended here already. */
  ended_by: z.nullable(EndedBy),
})
export type StopKept = z.infer<typeof StopKept>

export const NO_STOP_KEPT: StopKept = {
  gift_at: null,
  postponed: null,
  wish: null,
  ended_by: null,
}
