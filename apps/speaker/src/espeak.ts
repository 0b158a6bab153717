import Espeak from '@echogarden/espeak-ng-emscripten'

/** Mandarin, in Chinese characters. */
export const VOICE = 'cmn'
export const SAMPLE_RATE = 22_050
/** Of eSpeak's words a minute: its own 175 is hasty in Mandarin. */
const RATE = 160
const PITCH = 50

export interface Spoken {
  pcm: Buffer
  /** In milliseconds from the beginning; '' is silence. */
  phonemes: [ms: number, phoneme: string][]
  /** By their places in the text, in UTF-16 units. */
  words: [ms: number, at: number][]
}

export interface Manner {
  rate?: number | undefined
  pitch?: number | undefined
}

/** Loads the voice; answers what speaks with it. */
export async function openVoice(): Promise<(text: string, manner?: Manner) => Spoken> {
  const { eSpeakNGWorker: Worker } = await Espeak()
  const worker = new Worker()
  worker.set_voice(VOICE)
  return (text, { rate = RATE, pitch = PITCH } = {}) => {
    worker.set_rate(rate)
    worker.set_pitch(pitch)
    const chunks: Buffer[] = []
    const spoken: Omit<Spoken, 'pcm'> = { phonemes: [], words: [] }
    const places = placesIn(text)
    worker.synthesize(text, (pcm, events) => {
      // The memory behind it is used again for the next chunk
      if (pcm) chunks.push(Buffer.from(pcm.slice(0).buffer))
      for (const { type, id, audio_position: ms, text_position } of events ?? []) {
        // Its places count characters, from 1
        if (type === 'word') spoken.words.push([ms, places[text_position - 1] ?? 0])
        // A change of language is told as a phoneme in brackets
        else if (type === 'phoneme' && !String(id).startsWith('('))
          spoken.phonemes.push([ms, String(id)])
      }
    })
    return { pcm: Buffer.concat(chunks), ...spoken }
  }
}

/** Where each character begins, in UTF-16 units. */
function placesIn(text: string): number[] {
  let at = 0
  return Array.from(text, (letter) => (at += letter.length) - letter.length)
}
