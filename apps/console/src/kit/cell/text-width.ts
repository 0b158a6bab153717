// Of the body's letters, in pixels: Chinese ones are as wide as they are high, others are so on the whole.
const WIDE = 14
const NARROW = { plain: 8, bold: 9.5 }

/** About how wide a text is in one line of body text. */
export const textWidth = (text: string, weight: keyof typeof NARROW = 'plain'): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? WIDE : NARROW[weight]), 0)
