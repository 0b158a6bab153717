import type { Synthesized, UsedVoice, VoiceProvider } from './voice.provider.ts'

const RATE = 8_000
const HEADER = 44

/** A tone of this many milliseconds; of loudness 0 silence. */
export function toneOf(ms: number, loudness = 0.3): Buffer {
  const count = Math.round((RATE * ms) / 1_000)
  const wav = Buffer.alloc(HEADER + count * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(HEADER - 8 + count * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(count * 2, 40)
  for (let at = 0; at < count; at++)
    wav.writeInt16LE(Math.round(Math.sin(at / 4) * loudness * 32_767), HEADER + at * 2)
  return wav
}

type Says = (text: string, voice: UsedVoice, signal: AbortSignal) => Promise<Synthesized>

/** A voice that a test speaks for. */
export function voiceDouble(says: Says = async () => spokenOf(toneOf(100))) {
  const said: string[] = []
  const provider: VoiceProvider = {
    available: true,
    synthesize(text, voice, signal) {
      said.push(text)
      return says(text, voice, signal)
    },
    close() {},
  }
  return { provider, said }
}

export const spokenOf = (wav: Buffer): Synthesized => ({
  wav,
  ms: 100,
  marks: { phonemes: [[0, 'a']], words: [[0, 0]] },
  first_ms: 5,
})
