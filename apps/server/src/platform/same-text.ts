import { timingSafeEqual } from 'node:crypto'

/** Takes as long whether the first letter differs or the last. */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
