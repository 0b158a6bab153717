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

/** The same as a natural voice is told it, which has no pitch of its own to move. */
export const naturalMannerOf = (voice: string, { speed }: Pick<Manner, 'speed'>) => ({
  speaker: speakerIn(voice),
  speed,
})

/** What a natural voice is called by its engine: the number of one of the model's speakers. */
const speakerIn = (voice: string): number => (/^\d{1,4}$/.test(voice) ? Number(voice) : 0)
