import type { VoiceOrder } from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { Via } from '@kaibo/contract/agent/played.schema.ts'
import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

/** A piece of a sentence, as a voice has made it. */
export interface Clip {
  text: string
  /** Where it is on the disk; where the disk had no room for it, the sound itself. */
  sound: string | Buffer
  ms: number
  marks: Marks | null
  via: Via
}

/** A piece of a sentence that is being made. */
export interface Part {
  text: string
  /** Rejects where it cannot be made. */
  clip: Promise<Clip>
}

/** Makes the sentences of a room into sound. */
export interface StageVoice {
  /** Whether it can speak at all. */
  readonly available: boolean
  /** Times as loud as it was made. */
  readonly volume: number
  /** How the server wants it; of a server of before nothing. */
  direct(order: VoiceOrder | undefined): void
  /** It will be asked for soon; of a plan, by this instant of the server's clock at the latest. Resolves when it is made, or cannot be. */
  prepare(text: string, keep_until?: number): Promise<void>
  /** The pieces of a sentence, in order; of nothing to say none. Their texts are its text. */
  speak(text: string): readonly Part[]
}

export interface StageKeeping {
  time: Time
  log: Log
}
