import type { Ports } from './voice.ports.ts'
import type { VoiceProvider } from './voice.provider.ts'

/** What clips are made by: whichever port of whichever server can speak the voice. */
export const portedVoice = (ports: Pick<Ports, 'speak'>): VoiceProvider => ({
  available: true,
  async synthesize(text, { voice_id, seed, room_id }, signal) {
    const { speed, pitch } = seed
    const wanted = { voice_id, text, manner: { speed, pitch } }
    const { bytes, ms, marks, first_ms } = await ports.speak(
      { ...wanted, ...(room_id !== undefined && { room_id }) },
      signal,
    )
    return { wav: bytes, ms, marks, first_ms }
  },
  close() {},
})
