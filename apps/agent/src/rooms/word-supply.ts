import type { RoomConfig } from '@kaibo/contract/agent/frames.ts'
import { NO_WORDS, type WordSide } from '@kaibo/contract/talk/word-pack.schema.ts'
import type { TapeInput } from '@kaibo/rules/tape.ts'
import { WordScreen, type Hit, type Screened } from '@kaibo/rules/words/screen.ts'
import type { Passed } from '@kaibo/rules/frame.ts'
import type { Memory } from './memory.ts'
import type { Packs } from './packs.ts'

type Given = Pick<Packs, 'words' | 'recallWords' | 'ready' | 'faultOf'>

/** Told of words that were found. */
type Found = (side: WordSide, hits: readonly Hit[]) => void

interface WordOptions {
  packs: Given
  found: Found
  tape: (input: TapeInput) => void
}

const ALL = new WordScreen(NO_WORDS)

/** Gives one room the words by which it is screened, and keeps the former ones where those cannot be had. */
export class WordSupply {
  readonly #packs: Given
  readonly #tape: (input: TapeInput) => void
  readonly #found: Found
  #screen = ALL
  /** The hash of the words in use; nothing where there are none. */
  #inUse: string | null = null

  constructor({ packs, found, tape }: WordOptions) {
    this.#packs = packs
    this.#found = found
    this.#tape = tape
  }

  /** Screens a viewer's name or danmu. */
  screen(text: string): Screened {
    const screened = this.#screen.screen(text)
    if (screened.hits.length > 0) this.#found('heard', screened.hits)
    return screened
  }

  /** What may be said of a sentence, and whether a person has to allow it. */
  said(line: string): Passed | undefined {
    return this.#screen.said(line, (hits) => this.#found('said', hits))
  }

  /** What of a viewer's text people may see; nothing of one that nobody is to see. */
  shown(given: string): string | undefined {
    const { verdict, text } = this.#screen.screen(given)
    return verdict === 'block' || verdict === 'review' ? undefined : text
  }

  /** Waits a little for words that are on their way; without them the room begins with those that it was screened by last. */
  async begin(memory: Memory, config: RoomConfig): Promise<void> {
    const hash = config.words?.hash
    if (hash === undefined) return
    await this.#packs.ready(hash)
    if (!this.#packs.words(hash) && memory.words !== null) {
      const former = await this.#packs.recallWords(memory.words)
      if (former) this.#use(former, memory.words, memory)
    }
    this.give(memory, config)
  }

  /** The words of the settings, where they are there; else the former ones go on. Swapped whole, between two events. */
  give(memory: Memory, { words }: RoomConfig): void {
    if (!words) return this.#use(ALL, null, memory)
    const given = this.#packs.words(words.hash)
    if (given && this.#inUse !== words.hash) this.#use(given, words.hash, memory)
  }

  report({ words }: RoomConfig): { words: string | null; fault: string | null } {
    return { words: this.#inUse, fault: words ? this.#packs.faultOf(words.hash) : null }
  }

  #use(screen: WordScreen, hash: string | null, memory: Memory): void {
    this.#screen = screen
    if (this.#inUse === hash) return
    this.#inUse = hash
    memory.words = hash
    this.#tape({ do: 'words', words: hash })
    memory.touch()
  }
}
