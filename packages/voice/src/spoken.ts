import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'

/** A piece of a sentence as it was made. */
export interface Spoken {
  wav: Buffer
  ms: number
  /** The places of words are those of what the voice was given. */
  marks: Marks | null
  /** Until its first sound, where the program says it. */
  first_ms?: number
}

/** The places of words in what people wrote, by where each unit that was said comes from. */
export const marksIn = (marks: Marks | null, from: readonly number[]): Marks | null =>
  marks && {
    phonemes: marks.phonemes,
    words: marks.words.map(([ms, at]) => [ms, from[at] ?? 0] as const),
  }
