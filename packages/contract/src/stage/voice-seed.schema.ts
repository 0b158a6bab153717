import * as z from 'zod/mini'

/** By what a voice makes its sound: whatever changes how it sounds, and nothing else. How loud it is played is not in it. */
export const VoiceSeed = z.object({
  provider: z.string(),
  /** Which model, by version or by its hash. */
  model: z.string(),
  /** What the model calls it. */
  voice: z.string(),
  /** 1 is as the model speaks by itself. */
  speed: z.number(),
  /** In semitones above what the model speaks by itself. */
  pitch: z.number(),
  /** What else the provider is given, as JSON; '' for nothing. */
  extra: z.string(),
  /** The hash of how words are read; '' where they are read as they are. */
  lexicon: z.string(),
})
export type VoiceSeed = z.infer<typeof VoiceSeed>
