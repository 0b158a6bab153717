declare module 'sherpa-onnx-node' {
  interface Vits {
    model: string
    tokens: string
    lexicon?: string
    dataDir?: string
  }
  interface Kokoro extends Vits {
    voices: string
  }
  interface Matcha {
    acousticModel: string
    vocoder: string
    tokens: string
    lexicon?: string
    dataDir?: string
  }
  export interface OfflineTtsConfig {
    model: {
      vits?: Vits
      kokoro?: Kokoro
      matcha?: Matcha
      numThreads: number
      provider: 'cpu'
    }
    ruleFsts?: string
    /** How many sentences are made at once. */
    maxNumSentences: number
    silenceScale?: number
  }
  interface Audio {
    samples: Float32Array
    sampleRate: number
  }
  interface OfflineTts {
    readonly numSpeakers: number
    readonly sampleRate: number
    generateAsync(wanted: {
      text: string
      /** Which of the model's speakers, from 0. */
      sid: number
      speed: number
      enableExternalBuffer: boolean
      /** False ends it. */
      onProgress?: () => boolean
    }): Promise<Audio>
  }
  const sherpa: { OfflineTts: { createAsync(config: OfflineTtsConfig): Promise<OfflineTts> } }
  export default sherpa
}
