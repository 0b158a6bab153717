import type { Manner } from '@kaibo/voice/manner.ts'
import type { SayPiece } from '@kaibo/voice/pieces.ts'
import { clipKey, EMBEDDED } from '@kaibo/voice/seed.ts'
import { Speaker, type SpeakerOptions } from '@kaibo/voice/speaker.ts'
import { marksIn } from '@kaibo/voice/spoken.ts'
import type { Clip } from '#stage/around.ts'
import type { Clips } from './clips.ts'

/** The voice of this PC: what it has said once is kept. */
export class OwnVoice {
  readonly #speaker: Speaker
  readonly #clips: Clips
  /** What is being made: who asks in the meantime waits for it. */
  readonly #making = new Map<string, Promise<Clip>>()

  constructor(options: SpeakerOptions, clips: Clips) {
    this.#speaker = new Speaker(options)
    this.#clips = clips
  }

  get available(): boolean {
    return this.#speaker.available
  }

  clip(piece: SayPiece, { speed, pitch }: Manner): Promise<Clip> {
    const hash = clipKey({ ...EMBEDDED, speed, pitch }, piece.text)
    const made = this.#making.get(hash) ?? this.#make(hash, piece, { speed, pitch })
    this.#making.set(hash, made)
    const over = () => void this.#making.delete(hash)
    made.then(over, over)
    return made
  }

  close(): void {
    this.#speaker.close()
  }

  async #make(hash: string, { text, said, from }: SayPiece, manner: Manner): Promise<Clip> {
    const known = await this.#clips.get(hash)
    if (known) return { ...known, text, sound: this.#clips.path(hash) }
    const spoken = await this.#speaker.say(said, manner)
    const about = { ms: spoken.ms, marks: marksIn(spoken.marks, from), via: 'embedded' } as const
    const isKept = await this.#clips.put(hash, spoken.wav, about)
    return { ...about, text, sound: isKept ? this.#clips.path(hash) : spoken.wav }
  }
}
