import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'

/** Each character as long as the others, the mouth open and shut by turns: for a sentence that is seen and not heard. */
export function evenMarks(text: string, ms: number): Marks {
  const step = ms / Math.max(1, text.length)
  const at = (index: number) => Math.round(index * step)
  return {
    phonemes: Array.from(text, (_, index) => [at(index), index % 2 === 0 ? 'a' : ''] as const),
    words: Array.from(text, (_, index) => [at(index), index] as const),
  }
}
