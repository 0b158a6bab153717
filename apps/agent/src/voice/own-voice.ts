import type { VoiceSeed } from '@kaibo/contract/stage/voice-seed.schema.ts'
import { mannerOf, type Manner } from '@kaibo/voice/manner.ts'
import type { SayPiece } from '@kaibo/voice/pieces.ts'
import { clipKey, EMBEDDED, NATURAL } from '@kaibo/voice/seed.ts'
import { Speaker, type SpeakerOptions } from '@kaibo/voice/speaker.ts'
import { marksIn, type Spoken } from '@kaibo/voice/spoken.ts'
import type { Clip } from '#stage/around.ts'
import type { Clips } from './clips.ts'
import type { NaturalVoices } from './natural-voices.ts'

interface OwnVoiceNeeds {
  clips: Clips
  naturals: NaturalVoices
}

/** The voice of this PC, the best that it has: what it has said once is kept. */
export class OwnVoice {
  readonly naturals: NaturalVoices
  readonly #speaker: Speaker
  readonly #clips: Clips
  /** What is being made: who asks in the meantime waits for it. */
  readonly #making = new Map<string, Promise<Clip>>()

  constructor(options: SpeakerOptions, { clips, naturals }: OwnVoiceNeeds) {
    this.#speaker = new Speaker(options)
    this.#clips = clips
    this.naturals = naturals
  }

  get available(): boolean {
    return this.#speaker.available || this.naturals.choose('') !== undefined
  }

  /** As near to how the room should sound as this PC can. */
  clip(piece: SayPiece, wanted: Manner & Partial<VoiceSeed>): Promise<Clip> {
    const natural = this.naturals.choose(wanted.provider === NATURAL ? (wanted.model ?? '') : '')
    if (natural === undefined) return this.#plain(piece, wanted)
    const { speed, lexicon = '' } = wanted
    const voice = natural === wanted.model ? (wanted.voice ?? '0') : '0'
    const seed = { ...EMBEDDED, provider: NATURAL, model: natural, voice, speed, lexicon }
    const own = natural === wanted.model ? { ...seed, ...wanted } : seed
    return this.#once(own, piece, () => this.naturals.say(natural, piece.said, voice, speed)).catch(
      () => this.#plain(piece, wanted),
    )
  }

  close(): void {
    this.#speaker.close()
    this.naturals.close()
  }

  #plain(piece: SayPiece, { speed, pitch, lexicon = '' }: Manner & Partial<VoiceSeed>) {
    return this.#once({ ...EMBEDDED, speed, pitch, lexicon }, piece, () =>
      this.#speaker.say(piece.said, mannerOf({ speed, pitch })),
    )
  }

  #once(seed: VoiceSeed, piece: SayPiece, say: () => Promise<Spoken>): Promise<Clip> {
    const hash = clipKey(seed, piece.text)
    const begun = this.#making.get(hash)
    if (begun) return begun
    const made = this.#make(hash, piece, say)
    this.#making.set(hash, made)
    const over = () => void this.#making.delete(hash)
    made.then(over, over)
    return made
  }

  async #make(hash: string, { text, from }: SayPiece, say: () => Promise<Spoken>): Promise<Clip> {
    const known = await this.#clips.get(hash)
    if (known) return { ...known, text, sound: this.#clips.path(hash) }
    const spoken = await say()
    const about = { ms: spoken.ms, marks: marksIn(spoken.marks, from), via: 'embedded' } as const
    const isKept = await this.#clips.put(hash, spoken.wav, about)
    return { ...about, text, sound: isKept ? this.#clips.path(hash) : spoken.wav }
  }
}
