import {
  FromGame,
  GAME_CLOSE,
  MAX_FRAMES_A_SECOND,
  MAX_POSTED,
  type GameHello,
  type ToGame,
} from '@kaibo/contract/game/link.schema.ts'
import type { Time } from '#time/time.ts'
import type { Admit, GameFrame, Host, Peer } from './peer.ts'

/** How long somebody who asks is let wait. */
const NEXT_MS = 25_000
const MOST_WAITING = 4_194_304
const MOST_TAKEN = 200

/** A game that asks by HTTP: it posts what it says, and fetches what it is told. */
export class PollPeer implements Peer {
  readonly #time: Time
  readonly #host: Host
  #queue: ToGame[] = []
  #bytes = 0
  #wake: (() => void) | undefined
  #second = 0
  #frames = 0
  heardAt: number
  /** Why it is over. */
  closed: { code: number; why: string } | undefined

  private constructor(time: Time, admit: Admit, hello: GameHello) {
    this.#time = time
    this.heardAt = time.elapsed()
    const host = admit(this, hello)
    this.#host = typeof host === 'string' ? { frame: () => {}, closed: () => {} } : host
    if (typeof host !== 'string') return
    this.send({ type: 'refused', why: host })
    this.closed = { code: GAME_CLOSE.refused, why: host }
  }

  static open(time: Time, admit: Admit, hello: GameHello): PollPeer {
    return new PollPeer(time, admit, hello)
  }

  get waiting(): number {
    return this.#bytes
  }

  send(frame: ToGame): void {
    if (this.closed) return
    this.#queue.push(frame)
    this.#bytes += JSON.stringify(frame).length
    if (this.#bytes > MOST_WAITING) this.close(GAME_CLOSE.refused, 'too slow')
    this.#wake?.()
  }

  /** What it says of itself by asking is enough. */
  ping(): void {}

  close(code: number, why: string): void {
    if (this.closed) return
    this.closed = { code, why }
    this.#wake?.()
    this.#host.closed()
  }

  take(frames: readonly GameFrame[]): void {
    this.heardAt = this.#time.elapsed()
    for (const frame of frames) {
      if (frame.type !== 'result' && frame.type !== 'pong' && this.#isTooMany()) return
      this.#host.frame(frame)
    }
  }

  /** What it is told next; nothing after a while. Whoever asked before gets nothing. */
  async next(): Promise<ToGame[]> {
    this.heardAt = this.#time.elapsed()
    this.#wake?.()
    if (this.#queue.length === 0 && !this.closed)
      await new Promise<void>((resolve) => {
        const cancel = this.#time.after(NEXT_MS, () => this.#wake?.())
        this.#wake = () => {
          this.#wake = undefined
          cancel()
          resolve()
        }
      })
    this.heardAt = this.#time.elapsed()
    return this.drain()
  }

  drain(): ToGame[] {
    const some = this.#queue.splice(0, MOST_TAKEN)
    this.#bytes = this.#queue.reduce((sum, frame) => sum + JSON.stringify(frame).length, 0)
    return some
  }

  #isTooMany(): boolean {
    const second = Math.floor(this.heardAt / 1_000)
    if (second !== this.#second) this.#frames = 0
    this.#second = second
    if (++this.#frames <= MAX_FRAMES_A_SECOND) return false
    this.close(GAME_CLOSE.tooMany, 'too many frames')
    return true
  }
}

export interface Posted {
  hello: GameHello | undefined
  frames: readonly GameFrame[]
}

/** What was posted, or what is wrong with it: then nothing of it is taken. */
export function postedIn(json: unknown): Posted | string {
  if (!Array.isArray(json) || json.length > MAX_POSTED) return `应是不超过${MAX_POSTED}条的JSON数组`
  const frames: GameFrame[] = []
  let hello: GameHello | undefined
  for (const [index, one] of json.entries()) {
    const { data, error } = FromGame.safeParse(one)
    if (!data) return `第${index + 1}条看不懂：${error.issues[0]?.path.join('.') ?? ''}`
    if (data.type !== 'hello') frames.push(data)
    else if (index === 0) hello = data
    else return 'hello只能是第一条'
  }
  return { hello, frames }
}
