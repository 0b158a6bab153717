/** Longer than a transaction may take: what got its number earlier may be committed later. */
const OVERLAP_MS = 12_000

/** Up to which order has been read. Numbers of the last seconds are read again. */
export function createNewest(now: () => number = () => performance.now()) {
  const marks = [{ at: now(), seq: 0 }]
  return {
    after: (): number => marks[0]?.seq ?? 0,
    read(seqs: readonly number[]): void {
      const at = now()
      marks.push({ at, seq: Math.max(marks.at(-1)?.seq ?? 0, ...seqs) })
      while (marks[1] && marks[1].at < at - OVERLAP_MS) marks.shift()
    },
  }
}
