/*
 * How a draw is decided, so that anybody can check it. Before anybody takes part a random seed is made and its SHA-256 told; when the
 * time is over the seed is told as well. Each viewer's rank is the SHA-256 of `<seed>\n<open_id>`, and the lowest ranks win: neither the
 * order in which viewers came nor how many there were can be used to steer it, and nobody knows a rank before the seed is told.
 *
 *     printf '%s' "$SEED" | sha256sum                  # what was told at the opening
 *     printf '%s\n%s' "$SEED" "$OPEN_ID" | sha256sum   # a viewer's rank
 */

/** SHA-256 of a text in UTF-8, in lower-case hex. Passed in: browsers and Node have it in different places. */
export type Sha256 = (text: string) => string

/** The most viewers of one draw; who comes later takes no part. */
export const MAX_ENTRANTS = 3_000

interface Drawn {
  seed: string
  entrants: readonly string[]
  winners: number
}

/** Who wins, the lowest rank first; of viewers that are there twice only one. */
export function winnersOf({ seed, entrants, winners }: Drawn, sha256: Sha256): string[] {
  const ranked = [...new Set(entrants)].map((open_id) => ({
    open_id,
    rank: sha256(`${seed}\n${open_id}`),
  }))
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, winners)
    .map(({ open_id }) => open_id)
}

/** Whether the seed is the one whose hash was told, and these won by it. */
export const isFair = (
  { won, seed_hash, ...drawn }: Drawn & { won: readonly string[]; seed_hash: string },
  sha256: Sha256,
): boolean =>
  sha256(drawn.seed) === seed_hash &&
  JSON.stringify(winnersOf(drawn, sha256)) === JSON.stringify(won)
