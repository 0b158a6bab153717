import type { Played } from '@kaibo/contract/agent/played.schema.ts'
import { durationOf } from '@kaibo/rules/duration.ts'
import type { ScriptPlace } from './script-place.ts'
import type { Time } from '#time/time.ts'
import type { Sentence } from './queue.ts'

/** What is told of a sentence whose turn it is. */
export interface Told {
  /** It is heard from now on; of a file, for so long. */
  speaking(ms?: number): void
  spoken(played?: Played): void
  failed(why: string): void
  /** The next may begin. The last that is told, and told once. */
  over(): void
}

/** How a sentence is made ahead. */
export interface Ahead {
  /** Of a plan: by this instant of the server's clock it is said. */
  keep_until?: number
  /** The piece of the script that it is. */
  piece?: ScriptPlace | undefined
}

/** What says the sentences of an anchor, one at a time. */
export interface Mouth {
  /** It will be said soon. Resolves when it is made, or cannot be. */
  prepare(text: string, ahead?: Ahead): Promise<void>
  /** Answers how it is broken off: then nothing more is told. */
  say(sentence: Sentence, told: Told): () => void
}

export const NO_STAGE = '没有画面连接，无法插播'

/** Says nothing, for as long as a voice would take. */
export class SilentMouth implements Mouth {
  readonly #time: Time

  constructor(time: Time) {
    this.#time = time
  }

  async prepare(): Promise<void> {}

  say({ text, play }: Sentence, told: Told): () => void {
    if (play) return this.#withoutStage(told)
    told.spoken()
    return this.#time.after(durationOf(text), () => told.over())
  }

  /** A file cannot be played. In its turn, not while it is given. */
  #withoutStage(told: Told): () => void {
    return this.#time.after(0, () => {
      told.failed(NO_STAGE)
      told.over()
    })
  }
}
