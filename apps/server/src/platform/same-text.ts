import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that the time does not reveal how much of a guess was right. */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
