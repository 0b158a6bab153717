import { Speaker, type SpeakerOptions } from '@kaibo/voice/speaker.ts'
import { VoiceBusy, type VoiceProvider } from './voice.provider.ts'

/** How many it says at once, each in a child of its own. */
const PORTS = 2
/** Of more the last would come too late for anybody. */
const MOST_A_PORT = 8

/** The voice that comes with the program. */
export function embeddedVoice(options: SpeakerOptions): VoiceProvider {
  const ports = Array.from({ length: PORTS }, () => new Speaker(options))
  return {
    get available() {
      return ports.some((port) => port.available)
    },

    async synthesize(text, { seed }, signal) {
      const [port] = ports.filter((one) => one.available).sort((a, b) => a.load - b.load)
      if (!port) throw new Error('the embedded voice is not there')
      if (port.load >= MOST_A_PORT) throw new VoiceBusy()
      const began = options.time.elapsed()
      const spoken = await port.say(text, seed, signal)
      // All of a piece is there when its first sound is
      return { ...spoken, first_ms: Math.round(options.time.elapsed() - began) }
    },

    close() {
      for (const port of ports) port.close()
    },
  }
}
