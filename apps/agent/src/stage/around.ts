import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

/** A piece of a sentence, as a voice has made it. */
export interface Clip {
  text: string
  /** WAV, on the disk. */
  path: string
  ms: number
  marks: Marks | null
}

/** Makes sentences into sound. */
export interface StageVoice {
  /** Whether it can speak at all. */
  readonly available: boolean
  /** It will be asked for soon. */
  prepare(text: string): void
  /** The clips of a sentence, in order; their texts are its text. Rejects where it cannot be made. */
  clips(text: string): Promise<readonly Clip[]>
}

export interface StageKeeping {
  time: Time
  log: Log
  /** Of a PC without a voice nothing. */
  voice: StageVoice | undefined
}
