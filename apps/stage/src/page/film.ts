import type { ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Instant } from '@kaibo/scene/paint.ts'
import type { Mixer } from './mixer.ts'

type Play = Extract<ToStage, { type: 'play' }>

interface Heard {
  began: (ms: number | undefined) => void
  ended: (ms: number, rms: number) => void
  failed: (why: string) => void
}

const HEARD_EVERY_MS = 1_000

/** Plays a file that has its turn: sound or a video, which covers the scene. */
export class Film {
  readonly #mixer: Mixer
  #playing: { insert_id: string; element: HTMLVideoElement; stop: () => void } | undefined

  constructor(mixer: Mixer) {
    this.#mixer = mixer
  }

  play({ insert_id, url, kind, volume }: Play, heard: Heard): void {
    this.stop()
    // For sounds as well: it plays both, and is not in the page
    const element = document.createElement('video')
    element.playsInline = true
    element.preload = 'auto'
    element.src = url
    const disconnect = this.#connect(element, volume)
    const listened = this.#mixer.loudness.listen(() => !element.paused)
    const ended = new AbortController()
    const on = (name: string, does: () => void) =>
      element.addEventListener(name, does, { signal: ended.signal })
    const finish = (tell: () => void) => {
      this.stop(insert_id)
      tell()
    }
    let hasBegun = false
    on('playing', () => {
      // Again after each time that it had to wait for more of the file
      if (hasBegun) return
      hasBegun = true
      const ms = msOf(element)
      heard.began(ms)
    })
    on('ended', () => {
      const [ms, rms] = [element.currentTime * 1_000, this.#mixer.rms]
      finish(() => heard.ended(ms, rms))
    })
    const fail = () => finish(() => heard.failed(whyOf(element, kind)))
    on('error', fail)
    const timer = setInterval(() => {
      if (!element.paused && !this.#mixer.isMuted) this.#mixer.sounds()
    }, HEARD_EVERY_MS)
    const stop = () => {
      ended.abort()
      clearInterval(timer)
      listened()
      element.pause()
      disconnect()
      // Lets go of the file and what was decoded of it
      element.removeAttribute('src')
      element.load()
    }
    this.#playing = { insert_id, element, stop }
    element.play().catch(() => {
      if (this.#playing?.element === element) fail()
    })
  }

  /** Of a certain insert, or of any. */
  stop(insert_id?: string): void {
    const playing = this.#playing
    if (!playing || (insert_id !== undefined && playing.insert_id !== insert_id)) return
    this.#playing = undefined
    playing.stop()
  }

  /** What covers the scene now. */
  now(): Instant['film'] {
    const { element } = this.#playing ?? {}
    if (!element || element.videoWidth === 0 || element.readyState < element.HAVE_CURRENT_DATA)
      return null
    return { picture: element, width: element.videoWidth, height: element.videoHeight }
  }

  /** A page that may not sound yet plays it without: the browser allows nothing else. */
  #connect(element: HTMLVideoElement, volume: number): () => void {
    const { context, all, loudness } = this.#mixer
    if (this.#mixer.isBlocked) {
      element.muted = true
      return () => {}
    }
    const source = new MediaElementAudioSourceNode(context, { mediaElement: element })
    const gain = new GainNode(context, { gain: volume / 100 })
    source.connect(gain)
    gain.connect(all)
    gain.connect(loudness.input)
    return () => {
      source.disconnect()
      gain.disconnect()
    }
  }
}

const msOf = ({ duration }: HTMLVideoElement): number | undefined =>
  Number.isFinite(duration) ? duration * 1_000 : undefined

function whyOf({ error }: HTMLVideoElement, kind: Play['kind']): string {
  const called = kind === 'video' ? '视频' : '声音'
  return error?.code === MediaError.MEDIA_ERR_NETWORK
    ? `${called}没有读取完`
    : `${called}文件损坏，或格式无法播放`
}
