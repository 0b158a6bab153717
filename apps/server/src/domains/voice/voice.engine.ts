import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Spoken } from '@kaibo/voice/spoken.ts'
import { Fault } from '#platform/fault.ts'
import { OutgoingFault } from '#platform/outgoing/outgoing.fault.ts'
import type { Server } from './voice.server.store.ts'
import type { VoiceFacts } from './voice.service.ts'

/** What is to be said, by whom. */
export interface Order {
  /** Cleaned: without what a voice says wrong or not at all. */
  text: string
  voice: Required<VoiceFacts> & { voice_id: string; engine_voice: string; lang: string }
  server: Server
  /** Each has what it speaks with to itself. */
  port_id: string
}

export interface Sound {
  bytes: Buffer
  type: 'audio/wav' | 'audio/mpeg'
  /** How long it sounds. */
  ms: number
  /** Where the engine says them. */
  marks: Spoken['marks']
  /** Until the first of it came. */
  first_ms: number
}

/** What makes sound, of one kind of server. Rejects with `EngineFault`. */
export interface Engine {
  speak(order: Order, signal: AbortSignal): Promise<Sound>
}

/** Why there is no sound. `down`: nothing else will be had of this port either. `asked`: the fault lies in what was asked. */
export class EngineFault extends Error {
  constructor(
    readonly words: Words,
    readonly kind: 'failed' | 'down' | 'asked' = 'failed',
  ) {
    super(words.zh)
  }
}

/** What went wrong, if it is something that people can be told. */
export function saidOf(error: unknown): Words | undefined {
  const isSaid =
    error instanceof EngineFault || error instanceof OutgoingFault || error instanceof Fault
  return isSaid ? error.words : undefined
}
