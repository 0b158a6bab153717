/* What a film of a stage is made of, between the browser that takes it and the script that writes it. */

export interface Film {
  /** In milliseconds from the film's beginning. */
  said: readonly { text: string; at: number; ms: number }[]
  ms: number
}

/** A picture as VP8 has it. */
export interface Frame {
  ms: number
  /** It stands by itself: one can begin to look there. */
  isKey: boolean
  base64: string
}

export const FILM_SIZE = { width: 360, height: 640 } as const
