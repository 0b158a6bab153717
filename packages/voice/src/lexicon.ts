/** How words are read that a voice reads wrong. */
export type Lexicon = readonly (readonly [word: string, reading: string])[]
