import type { VoiceSeed } from '@kaibo/contract/stage/voice-seed.schema.ts'
import type { Lexicon } from '@kaibo/voice/lexicon.ts'
import type { Spoken } from '@kaibo/voice/spoken.ts'

/** A voice, as sentences are asked of it. */
export interface UsedVoice {
  voice_id: string
  seed: VoiceSeed
  /** How it reads words; what its seed has the hash of. */
  lexicon?: Lexicon
  /** The room that speaks by it. */
  room_id?: string
}

export interface Synthesized extends Spoken {
  /** From when it was asked to its first sound. */
  first_ms: number
}

/** Makes pieces of sentences into sound. */
export interface VoiceProvider {
  /** False where it is not installed, or has just failed by itself. */
  readonly available: boolean
  /** `text` is clean and no longer than 80. Rejects where it cannot be made, with `VoiceBusy` where too many wait. */
  synthesize(text: string, voice: UsedVoice, signal: AbortSignal): Promise<Synthesized>
  close(): void
}

/** Whoever asks had better speak by other means than wait. */
export class VoiceBusy extends Error {
  constructor() {
    super('too many sentences wait for this voice')
  }
}
