import type { VoiceOrder } from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { Via } from '@kaibo/contract/agent/played.schema.ts'
import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'
import type { Log } from '#log/log.ts'
import type { ScriptPlace } from '#talk/script-place.ts'
import type { Ahead } from '#talk/mouth.ts'
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
  volumeOf(piece: ScriptPlace | undefined): number
  /** How the server wants it; of a server of before nothing. */
  direct(order: VoiceOrder | undefined): void
  /** It will be asked for soon. Resolves when it is made, or cannot be. */
  prepare(text: string, ahead?: Ahead): Promise<void>
  /** The pieces of a sentence, in order; of nothing to say none. Their texts are its text. */
  speak(text: string, piece?: ScriptPlace): readonly Part[]
}

export interface StageKeeping {
  time: Time
  log: Log
}
