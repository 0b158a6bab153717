declare module '@echogarden/espeak-ng-emscripten' {
  interface SynthEvent {
    type: string
    /** Characters from 1. */
    text_position: number
    /** Milliseconds. */
    audio_position: number
    id?: string | number
  }
  interface Worker {
    set_voice(name: string): void
    set_rate(wordsAMinute: number): void
    set_pitch(of99: number): void
    /** `pcm`: 16-bit, mono, 22,050 Hz. */
    synthesize(
      text: string,
      heard: (pcm: Int16Array | null, events: SynthEvent[] | null) => unknown,
    ): void
  }
  export default function Espeak(): Promise<{ eSpeakNGWorker: new () => Worker }>
}
