import { Loudness } from './loudness.ts'

const DUCKED = 0.35
const DUCK_S = 0.08

/** Where all that sounds comes together: voices, which give way to short sounds, and the room's mute. */
export class Mixer {
  readonly context: AudioContext
  readonly loudness: Loudness
  /** What is said goes through here. */
  readonly voice: GainNode
  /** All else. */
  readonly all: GainNode
  /** Until then, of the context's clock, voices give way. */
  #duckedUntil = 0
  /** When something was heard last, of `performance.now`. */
  #heardAt = performance.now()

  constructor(context: AudioContext) {
    this.context = context
    this.loudness = new Loudness(context)
    this.voice = context.createGain()
    this.all = context.createGain()
    this.voice.connect(this.all)
    this.all.connect(context.destination)
  }

  /** All that sounds, for a recorder. */
  tap(): MediaStreamAudioDestinationNode {
    const tap = this.context.createMediaStreamDestination()
    this.all.connect(tap)
    return tap
  }

  untap(tap: MediaStreamAudioDestinationNode): void {
    this.all.disconnect(tap)
  }

  get isBlocked(): boolean {
    return this.context.state !== 'running'
  }

  /** Resolves when it is heard, or after so long. */
  unblocked(ms: number): Promise<void> {
    if (!this.isBlocked) return Promise.resolve()
    return new Promise((resolve) => {
      setTimeout(resolve, ms)
      this.context.addEventListener('statechange', () => !this.isBlocked && resolve())
    })
  }

  get isMuted(): boolean {
    return this.all.gain.value === 0
  }

  mute(isMuted: boolean): void {
    this.all.gain.value = isMuted ? 0 : 1
  }

  get silentS(): number {
    return Math.round((performance.now() - this.#heardAt) / 1_000)
  }

  sounds(): void {
    this.#heardAt = performance.now()
  }

  /** How loud it was since `loudness.begin`, as viewers hear it. */
  get rms(): number {
    return this.isMuted ? 0 : this.loudness.average()
  }

  /** Voices are quieter for so long. */
  duck(seconds: number): void {
    const now = this.context.currentTime
    const until = Math.max(this.#duckedUntil, now + seconds)
    this.#duckedUntil = until
    const { gain } = this.voice
    gain.cancelScheduledValues(now)
    gain.setTargetAtTime(DUCKED, now, DUCK_S)
    gain.setTargetAtTime(1, until, DUCK_S)
  }
}
