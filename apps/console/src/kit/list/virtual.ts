/* Long lists are drawn only where they are seen: which of their lines those are, by where each begins. */

/** Where each line begins, in px from the first, and at last where all of them end. */
export type Offsets = readonly number[]

/** The offsets of lines that are so high each, with so much between them. */
export function offsetsOf(heights: Iterable<number>, gap = 0): Offsets {
  const offsets = [0]
  let end = 0
  for (const height of heights) offsets.push((end += height + gap))
  if (offsets.length > 1) offsets[offsets.length - 1] = end - gap
  return offsets
}

/** The line at this height; the first or the last where it is beyond them. */
export function lineAt(offsets: Offsets, y: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** What of the list is in sight, in px from its first line. */
export interface Sight {
  top: number
  bottom: number
}

/** The lines in sight, and the one that must stand wherever it is: it has the focus, or Tab comes to it. */
export function drawnLines(offsets: Offsets, sight: Sight, kept: number | undefined): number[] {
  const count = offsets.length - 1
  if (count < 1) return []
  const first = lineAt(offsets, sight.top)
  const last = lineAt(offsets, sight.bottom)
  const lines = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  if (kept === undefined || kept < 0 || kept >= count) return lines
  if (kept < first) return [kept, ...lines]
  return kept > last ? [...lines, kept] : lines
}
