import { createHash } from 'node:crypto'
import { CLEANER } from './clean.ts'

/** By what a voice makes its sound: whatever changes how it sounds, and nothing else. How loud it is played is not in it. */
export interface VoiceSeed {
  provider: string
  /** Which model, by version or by its hash. */
  model: string
  /** What the model calls it. */
  voice: string
  /** 1 is as the model speaks by itself. */
  speed: number
  /** In semitones above what the model speaks by itself. */
  pitch: number
  /** What else the provider is given, as JSON; '' for nothing. */
  extra: string
  /** The hash of how words are read; '' where they are read as they are. */
  lexicon: string
}

/** The voice that comes with the program. */
export const EMBEDDED: VoiceSeed = {
  provider: 'embedded',
  model: 'espeak-ng 0.3.5',
  voice: 'cmn',
  speed: 1,
  pitch: 0,
  extra: '',
  lexicon: '',
}

/** By what the clip of a piece is known, on the server as on its PCs. */
export const clipKey = (seed: VoiceSeed, text: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        CLEANER,
        seed.provider,
        seed.model,
        seed.voice,
        seed.speed,
        seed.pitch,
        seed.extra,
        seed.lexicon,
        text,
      ]),
    )
    .digest('hex')
