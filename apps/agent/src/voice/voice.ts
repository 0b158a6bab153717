import { join } from 'node:path'
import type { Log } from '#log/log.ts'
import type { Clip, StageVoice } from '#stage/around.ts'
import type { Time } from '#time/time.ts'
import { cleaned, isSpeakable } from './clean.ts'
import { Clips, clipHash } from './clips.ts'
import { Speaker, type Spoken } from './speaker.ts'
import { piecesOf } from './split.ts'

interface VoiceOptions {
  /** Where clips are kept. */
  folder: string
  /** The program that speaks. */
  file: string
  time: Time
  log: Log
}

/** Another one where the same text is to sound otherwise. */
const EMBEDDED = 'espeak-ng 0.3.5 cmn 160 50, text 1'

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

  /** Pieces with nothing to say in them are left to the one before. */
  async clips(text: string): Promise<readonly Clip[]> {
    const pieces: string[] = []
    for (const piece of piecesOf(text)) {
      if (pieces.length > 0 && !isSpeakable(cleaned(piece).text)) pieces[pieces.length - 1] += piece
      else pieces.push(piece)
    }
    if (!isSpeakable(cleaned(text).text)) return []
    return Promise.all(pieces.map((piece) => this.#clipOf(piece)))
  }

  close(): void {
    this.#speaker.close()
  }

  #clipOf(text: string): Promise<Clip> {
    const hash = clipHash(EMBEDDED, text)
    const made = this.#making.get(hash) ?? this.#make(hash, text)
    this.#making.set(hash, made)
    const over = () => void this.#making.delete(hash)
    made.then(over, over)
    return made
  }

  async #make(hash: string, text: string): Promise<Clip> {
    const path = this.#clips.path(hash)
    const known = await this.#clips.get(hash)
    if (known) return { text, path, ms: known.ms, marks: known.marks }
    const { text: said, from } = cleaned(text)
    const { wav, ms, ...heard } = await this.#speaker.say(said)
    const marks = marksOf(heard, from)
    await this.#clips.put(hash, Buffer.from(wav, 'base64'), { ms, marks })
    return { text, path, ms, marks }
  }
}

/** The places of words are those of the text that people wrote. */
const marksOf = (
  { phonemes, words }: Pick<Spoken, 'phonemes' | 'words'>,
  from: readonly number[],
) => ({
  phonemes,
  words: words.map(([ms, at]): [number, number] => [ms, from[at] ?? 0]),
})
