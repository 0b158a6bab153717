import { join } from 'node:path'
import type { Log } from '#log/log.ts'
import type { Clip, StageVoice } from '#stage/around.ts'
import type { Time } from '#time/time.ts'
import { piecesOf, type SayPiece } from '@kaibo/voice/pieces.ts'
import { clipKey, EMBEDDED } from '@kaibo/voice/seed.ts'
import { Speaker } from '@kaibo/voice/speaker.ts'
import { marksIn } from '@kaibo/voice/spoken.ts'
import { Clips } from './clips.ts'

interface VoiceOptions {
  /** Where clips are kept. */
  folder: string
  /** The program that speaks. */
  file: string
  time: Time
  log: Log
}

/** The voice of this PC: sentences are made once and kept. */
export class Voice implements StageVoice {
  readonly #speaker: Speaker
  readonly #clips: Clips
  /** What is being made: who asks in the meantime waits for it. */
  readonly #making = new Map<string, Promise<Clip>>()

  private constructor(speaker: Speaker, clips: Clips) {
    this.#speaker = speaker
    this.#clips = clips
  }

  static async open({ folder, file, time, log }: VoiceOptions): Promise<Voice> {
    return new Voice(new Speaker({ file, time, log }), await Clips.open(join(folder, 'clips')))
  }

  get available(): boolean {
    return this.#speaker.available
  }

  prepare(text: string): void {
    // Who needs it hears of the fault
    if (this.available) this.clips(text).catch(() => {})
  }

  clips(text: string): Promise<readonly Clip[]> {
    return Promise.all(piecesOf(text).map((piece) => this.#clipOf(piece)))
  }

  close(): void {
    this.#speaker.close()
  }

  #clipOf(piece: SayPiece): Promise<Clip> {
    const hash = clipKey(EMBEDDED, piece.text)
    const made = this.#making.get(hash) ?? this.#make(hash, piece)
    this.#making.set(hash, made)
    const over = () => void this.#making.delete(hash)
    made.then(over, over)
    return made
  }

  async #make(hash: string, { text, said, from }: SayPiece): Promise<Clip> {
    const path = this.#clips.path(hash)
    const known = await this.#clips.get(hash)
    if (known) return { text, path, ms: known.ms, marks: known.marks }
    const spoken = await this.#speaker.say(said, EMBEDDED)
    const { ms } = spoken
    const marks = marksIn(spoken.marks, from)
    await this.#clips.put(hash, spoken.wav, { ms, marks })
    return { text, path, ms, marks }
  }
}
