import * as z from 'zod/mini'

/* Apart from all else that a PC says of its stages: every list of moments shows it. */

/** By what a sentence was made: the server's voice, that of the PC (also where only the end was), or none, so that only the subtitle showed it. */
export const Via = z.enum(['server', 'embedded', 'none'])
export type Via = z.infer<typeof Via>

/** How a stage played a sentence. */
export const Played = z.object({
  via: Via,
  /** How long it took, and from when it was its turn to its first sound. */
  ms: z.number(),
  first_ms: z.number(),
  /** Root mean square, of 0–1. */
  rms: z.number(),
  /** Viewers could hear it. */
  heard: z.boolean(),
})
export type Played = z.infer<typeof Played>
