/** Control characters, line breaks and paragraph breaks. */
const LINE_BREAK_OR_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Marks that set or turn the direction in which text runs. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** What has no look of its own; a variation selector chooses the look of the character before it. */
const HIDDEN = /(?!\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u

/** Emoji that are put together: by joiners, as a family is, or by tags, as the flag of Scotland is. */
const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*`
const JOINED_EMOJI = new RegExp(
  String.raw`${PICTURE}(?:\u200d${PICTURE})+|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}`,
  'gu',
)

/** The blank of Braille looks like a space and is none. */
const SEEN = /[^\s\u2800\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u

export const hasLineBreakOrControl = (text: string): boolean => LINE_BREAK_OR_CONTROL.test(text)

export const turnsText = (text: string): boolean => DIRECTION.test(text)

/** Something invisible that a person can neither see nor type, beside what holds emoji together. */
export const hasHidden = (text: string): boolean => HIDDEN.test(text.replaceAll(JOINED_EMOJI, ''))

const ONLY_SPACES = /^\p{Zs}*$/u

/** Something is there, and nothing of it shows; whether spaces alone will do is for each field to say. */
export const isBlankToTheEye = (text: string): boolean =>
  !ONLY_SPACES.test(text) && !SEEN.test(text)
