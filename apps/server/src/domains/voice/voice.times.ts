/** How often something took how long: a count for each span, each √2 times as long as the one before. */
export type Times = readonly number[]

const SHORTEST_MS = 10
const SPANS = 26

const limitOf = (span: number): number => Math.round(SHORTEST_MS * Math.SQRT2 ** span)

export function timesWith(times: Times, ms: number): number[] {
  const span = Math.ceil(2 * Math.log2(Math.max(ms, SHORTEST_MS) / SHORTEST_MS))
  const counts = Array.from({ length: SPANS }, (_, at) => times[at] ?? 0)
  const at = Math.min(span, SPANS - 1)
  counts[at] = (counts[at] ?? 0) + 1
  return counts
}

export const timesTogether = (all: readonly Times[]): number[] =>
  Array.from({ length: SPANS }, (_, at) => all.reduce((sum, one) => sum + (one[at] ?? 0), 0))

/** The end of the span in which this share of them lies; null of none. */
export function quantileOf(times: Times, share: number): number | null {
  const all = times.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let seen = 0
  for (const [at, count] of times.entries()) {
    seen += count
    if (seen >= all * share) return limitOf(at)
  }
  return limitOf(SPANS - 1)
}
