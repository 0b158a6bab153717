/** Control characters, line breaks and paragraph breaks. */
const LINE_BREAK_OR_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Marks that set or turn the direction in which text runs. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Invisible characters. Variation selectors are allowed: they choose the look of the character before them. */
const HIDDEN = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u

/** Emoji made of several characters: by joiners (a family) or by tags (the flag of Scotland). */
const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*`
const JOINED_EMOJI = new RegExp(
  String.raw`${PICTURE}(?:\u200d${PICTURE})+|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}`,
  'gu',
)

/** A visible character. `\u2800`, the Braille blank, looks like a space but is not in `\s`. */
const SEEN = /[^\s\u2800\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u

export const hasLineBreakOrControl = (text: string): boolean => LINE_BREAK_OR_CONTROL.test(text)

export const turnsText = (text: string): boolean => DIRECTION.test(text)

/** Holds an invisible character, other than those inside a joined emoji. */
export const hasHidden = (text: string): boolean => HIDDEN.test(text.replaceAll(JOINED_EMOJI, ''))

const ONLY_SPACES = /^\p{Zs}*$/u

/** Not empty, but nothing of it is visible. Spaces alone do not count: each field decides whether it accepts them. */
export const isBlankToTheEye = (text: string): boolean =>
  !ONLY_SPACES.test(text) && !SEEN.test(text)
