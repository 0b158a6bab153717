import { createHash } from 'node:crypto'
import type { VoiceSeed } from '@kaibo/contract/stage/voice-seed.schema.ts'
import { CLEANER } from './clean.ts'

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

/** That of a model that somebody has added, known by the hash of its archive. */
export const NATURAL = 'natural'

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
