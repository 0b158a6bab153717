/* A sentence as it is heard: made by a voice, played by a stage. */

/** When what is heard, in milliseconds from the clip's beginning. */
export interface Marks {
  /** Phonemes as eSpeak NG writes them; '' is silence. */
  phonemes: readonly (readonly [ms: number, phoneme: string])[]
  /** Where the word that begins stands in the piece's text, in UTF-16 units. */
  words: readonly (readonly [ms: number, at: number])[]
}

/** No marks: the mouth goes by loudness, the subtitle is not lit. */
export interface Piece {
  /** What of the sentence it says; the pieces of a sentence are the sentence. */
  text: string
  /** WAV; '' of what is only shown. */
  url: string
  ms: number
  marks: Marks | null
}
