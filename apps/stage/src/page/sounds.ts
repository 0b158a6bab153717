import type { ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Mixer } from './mixer.ts'

type Sound = Extract<ToStage, { type: 'sound' }>

interface Ends {
  ended: (ms: number, rms: number) => void
  failed: (why: string) => void
}

/** Kept for when they are played again. */
const MOST_KEPT = 16

/** Plays short sounds over what is said. */
export class Sounds {
  readonly #mixer: Mixer
  readonly #kept = new Map<string, AudioBuffer>()
  readonly #playing = new Set<AudioBufferSourceNode>()

  constructor(mixer: Mixer) {
    this.#mixer = mixer
  }

  play({ url, volume }: Sound, { ended, failed }: Ends): void {
    this.#decoded(url).then(
      (buffer) => this.#play(buffer, volume, ended),
      () => failed('音效无法播放'),
    )
  }

  /** All are broken off. */
  hush(): void {
    for (const source of this.#playing) source.stop()
  }

  #play(buffer: AudioBuffer, volume: number, ended: Ends['ended']): void {
    const { context, all } = this.#mixer
    const ms = buffer.duration * 1_000
    // Nobody hears it: it takes its time all the same
    if (this.#mixer.isBlocked) return void setTimeout(() => ended(ms, 0), ms)
    const gain = new GainNode(context, { gain: volume / 100 })
    gain.connect(all)
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(gain)
    this.#playing.add(source)
    source.addEventListener('ended', () => {
      this.#playing.delete(source)
      gain.disconnect()
      ended(ms, this.#mixer.isMuted ? 0 : volume / 100)
    })
    this.#mixer.duck(buffer.duration)
    this.#mixer.sounds()
    source.start()
  }

  async #decoded(url: string): Promise<AudioBuffer> {
    const known = this.#kept.get(url)
    if (known) return known
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${answer.status}`)
    const buffer = await this.#mixer.context.decodeAudioData(await answer.arrayBuffer())
    this.#kept.set(url, buffer)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return buffer
  }
}
