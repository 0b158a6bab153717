// Widths of letters of body text, in pixels: Chinese ones are square, for others an average.
const WIDE = 14
const NARROW = { plain: 8, bold: 9.5 }

/** About how wide a text is in one line of body text. */
export const textWidth = (text: string, weight: keyof typeof NARROW = 'plain'): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? WIDE : NARROW[weight]), 0)
