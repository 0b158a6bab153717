import { words } from '@kaibo/contract/kernel/words.ts'
import { naturalMannerOf } from '@kaibo/voice/manner.ts'
import type { Models } from '@kaibo/voice/models.ts'
import { EngineMissing, Speaker, SpeakerEnded, type SpeakerOptions } from '@kaibo/voice/speaker.ts'
import { EngineFault, type Engine } from './voice.engine.ts'

/** A long clause on one slow core, with the model read from the disk before it. */
const WITHIN_MS = 30_000

interface NaturalNeeds extends Omit<SpeakerOptions, 'file' | 'cwd' | 'withinMs'> {
  models: Models
  /** Has a model come that another server of this installation has. */
  bring: (sha256: string) => Promise<void>
}

interface Loaded {
  sha256: string
  speaker: Speaker
}

/** Models that speak without a cloud: for each port a child of its own, which has the model in memory and may die of it. */
export function createNaturalEngine({
  models,
  bring,
  ...of
}: NaturalNeeds): Engine & { close(): void } {
  const loaded = new Map<string, Loaded>()

  /** The child of a port; one that has another model in it is ended. */
  function speakerOf(port_id: string, sha256: string): Speaker {
    const present = loaded.get(port_id)
    if (present?.sha256 === sha256) return present.speaker
    present?.speaker.close()
    const cwd = models.path(sha256)
    const speaker = new Speaker({ ...of, file: models.program, cwd, withinMs: WITHIN_MS })
    loaded.set(port_id, { sha256, speaker })
    return speaker
  }

  return {
    async speak({ text, voice, server, port_id }, signal) {
      const sha256 = server.model
      if (sha256 === '') throw new EngineFault(NOT_READY)
      if (!models.has(sha256)) {
        // It takes longer than a sentence can wait
        bring(sha256).catch((err: unknown) => of.log.error({ err, sha256 }, 'a model did not come'))
        throw new EngineFault(ON_ITS_WAY)
      }
      const speaker = speakerOf(port_id, sha256)
      if (!speaker.available) throw new EngineFault(NOT_THERE)
      const began = of.time.elapsed()
      const spoken = await speaker
        .say(text, naturalMannerOf(voice.engine_voice, voice), signal)
        .catch((error: unknown) => {
          if (signal.aborted) throw error
          // Where the child lives the fault is in the text: no other port would say it either
          if (error instanceof EngineMissing) throw new EngineFault(NO_ENGINE, 'down')
          throw error instanceof SpeakerEnded
            ? new EngineFault(ENDED, 'down')
            : new EngineFault(NOT_SAID, 'asked')
        })
      const { wav, ms, first_ms = of.time.elapsed() - began } = spoken
      return { bytes: wav, type: 'audio/wav', ms, marks: null, first_ms: Math.round(first_ms) }
    },
    close() {
      for (const { speaker } of loaded.values()) speaker.close()
    },
  }
}

const NOT_READY = words('模型还没有就绪', 'The model is not ready yet')
const ON_ITS_WAY = words('模型正在这台服务器上解开', 'The model is being unpacked on this server')
const NOT_THERE = words(
  '自然语音程序没有安装，或刚刚退出',
  'The program of natural voices is not installed, or has just ended',
)
const NO_ENGINE = words(
  '服务器没有装好自然语音引擎，请在程序文件夹运行：npm install --include=optional',
  'The engine of natural voices is not installed on the server; run in its folder: npm install --include=optional',
)
const ENDED = words(
  '自然语音程序退出，模型可能已损坏',
  'The program ended; the model may be damaged',
)
const NOT_SAID = words('模型读不出这段文字', 'The model cannot say this text')
