import { folded } from './text.ts'

/** From here on two texts are taken to say the same. */
export const SIMILAR = 0.8

/** The share of trigrams that two texts have in common, of all that either has: 0 nothing, 1 the same. */
export function likeness(a: string, b: string): number {
  const [left, right] = [trigramsOf(a), trigramsOf(b)]
  if (left.size === 0 || right.size === 0) return left.size === right.size ? 1 : 0
  let common = 0
  for (const part of left) if (right.has(part)) common++
  return (2 * common) / (left.size + right.size)
}

/** With two marks before and one behind, so that a text of one letter has some too. */
function trigramsOf(text: string): Set<string> {
  const letters = Array.from(folded(text).replaceAll(/[\s\p{P}]/gu, ''))
  const parts = new Set<string>()
  if (letters.length === 0) return parts
  const marked = ['\0', '\0', ...letters, '\0']
  for (let index = 0; index + 2 < marked.length; index++)
    parts.add(marked.slice(index, index + 3).join(''))
  return parts
}
