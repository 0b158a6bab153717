import { words } from '@kaibo/contract/kernel/words.ts'
import { mannerOf } from '@kaibo/voice/manner.ts'
import { Speaker, type SpeakerOptions } from '@kaibo/voice/speaker.ts'
import { EngineFault, type Engine } from './voice.engine.ts'

/** The voice that comes with the program: for each port a child of its own, from when it first speaks. */
export function createEmbeddedEngine(options: SpeakerOptions): Engine & { close(): void } {
  const speakers = new Map<string, Speaker>()
  return {
    async speak({ text, voice, port_id }, signal) {
      const speaker = speakers.get(port_id) ?? new Speaker(options)
      speakers.set(port_id, speaker)
      if (!speaker.available) throw new EngineFault(NOT_THERE)
      const began = options.time.elapsed()
      const spoken = await speaker.say(text, mannerOf(voice), signal).catch((error: unknown) => {
        throw signal.aborted ? error : new EngineFault(FAILED)
      })
      // All of a piece is there when its first sound is
      const first_ms = Math.round(options.time.elapsed() - began)
      const { wav, ms, marks } = spoken
      return { bytes: wav, type: 'audio/wav', ms, marks, first_ms }
    },
    close() {
      for (const speaker of speakers.values()) speaker.close()
    },
  }
}

const NOT_THERE = words(
  '语音程序没有安装，或刚刚退出',
  'The speaking program is not installed, or has just ended',
)
const FAILED = words('语音程序没有读出来', 'The speaking program did not say it')
