import { enumeration } from '../kernel/enumeration.ts'

/** What makes the sound: a voice that comes with the program, one of a model that was added, or a server that is asked. */
export const VoiceProvider = enumeration({
  embedded: ['embedded', '内置', 'Built in'],
  natural: ['natural', '自然', 'Natural'],
  openai: ['openai', '接口', 'Server'],
})

export const VoiceGender = enumeration({
  female: ['female', '女声', 'Female'],
  male: ['male', '男声', 'Male'],
  neutral: ['neutral', '中性', 'Neutral'],
})
