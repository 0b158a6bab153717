const CHARACTERS_A_SECOND = 4.5
const SHORTEST_MS = 1_000

/** How long an anchor takes to say it, in milliseconds, where no voice says so. */
export const durationOf = (text: string): number =>
  Math.max(SHORTEST_MS, (text.length / CHARACTERS_A_SECOND) * 1000)
