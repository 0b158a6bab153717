/** How a voice is to speak. */
export interface Manner {
  /** 1 is as it speaks by itself. */
  speed: number
  /** In semitones above that. */
  pitch: number
}

/** Of eSpeak's words a minute: its own 175 is hasty in Mandarin. */
const RATE = 160
const MIDDLE = 50
/** An octave is about half of eSpeak's range. */
const A_SEMITONE = 4

const within = (value: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value)))

/** The same as eSpeak is told it. */
export const mannerOf = ({ speed, pitch }: Manner) => ({
  rate: within(RATE * speed, 80, 450),
  pitch: within(MIDDLE + A_SEMITONE * pitch, 0, 99),
})
