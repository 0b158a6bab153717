import { randomUUID } from 'node:crypto'
import {
  MAKES_CLIPS,
  MAX_CLIP_ASKS,
  type ClipFrame,
  type ClipPiece,
  type VoiceFrame,
} from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import type { Time } from '#time/time.ts'

export interface ServerVoiceOptions {
  server: URL
  time: Time
  /** False where the server is away. */
  send: (frame: AgentFrame) => boolean
}

/** A sentence that the server is asked for, by the places of its pieces. */
export interface Answering {
  piece(at: number): Promise<ClipPiece>
}

/** After so long nobody waits for it any more. */
const GIVEN_UP_MS = 60_000
const FETCH_WITHIN_MS = 10_000
const MAX_BYTES = 20_000_000

class Answer implements Answering {
  readonly #pieces: (ClipPiece | undefined)[] = []
  readonly #waiting: {
    at: number
    resolve: (one: ClipPiece) => void
    reject: (why: Error) => void
  }[] = []
  #fault: Error | undefined
  readonly #cancel: () => void

  constructor(cancel: () => void) {
    this.#cancel = cancel
  }

  piece(at: number): Promise<ClipPiece> {
    const piece = this.#pieces[at]
    if (piece) return Promise.resolve(piece)
    if (this.#fault) return Promise.reject(this.#fault)
    return new Promise((resolve, reject) => void this.#waiting.push({ at, resolve, reject }))
  }

  /** True when nothing more comes. */
  heard({ at, of, pieces, fault }: ClipFrame): boolean {
    pieces.forEach((piece, index) => (this.#pieces[at + index] = piece))
    for (const one of this.#waiting.splice(0)) {
      const piece = this.#pieces[one.at]
      if (piece) one.resolve(piece)
      else this.#waiting.push(one)
    }
    const isOver = fault !== undefined || at + pieces.length >= of
    if (isOver) this.end(fault ?? 'no such piece')
    return isOver
  }

  end(why: string): void {
    this.#cancel()
    this.#fault = new Error(why)
    for (const one of this.#waiting.splice(0)) one.reject(this.#fault)
  }
}

/** The voices of the server, as this PC asks for them. */
export class ServerVoice {
  readonly #options: ServerVoiceOptions
  readonly #open = new Map<string, Answer>()
  readonly #ended = new AbortController()
  #isUp = false

  constructor(options: ServerVoiceOptions) {
    this.#options = options
  }

  get available(): boolean {
    return this.#isUp
  }

  /** The server is there, and says what it can do. */
  up(capabilities: readonly string[] = []): void {
    this.#isUp = capabilities.includes(MAKES_CLIPS)
  }

  /** What was asked is not answered any more. */
  down(): void {
    this.#isUp = false
    for (const answer of this.#open.values()) answer.end('服务器断开')
    this.#open.clear()
  }

  ask(sentence: Omit<VoiceFrame, 'type' | 'id'>): Answering {
    const { time, send } = this.#options
    const id = randomUUID()
    const answer = new Answer(time.after(GIVEN_UP_MS, () => this.#close(id, '服务器没有回答')))
    const isSent =
      this.#isUp && this.#open.size < MAX_CLIP_ASKS && send({ type: 'voice', id, ...sentence })
    if (isSent) this.#open.set(id, answer)
    else answer.end('没有问到服务器')
    return answer
  }

  heard(frame: ClipFrame): void {
    if (this.#open.get(frame.id)?.heard(frame)) this.#open.delete(frame.id)
  }

  /** The sound of a clip; rejects where it cannot be had. */
  async fetch(url: string): Promise<Buffer> {
    const { server } = this.#options
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(FETCH_WITHIN_MS)])
    const address = new URL(url, server)
    if (address.origin !== server.origin) throw new Error('语音不在服务器上')
    const answer = await fetch(address, { signal, redirect: 'error' })
    const length = Number(answer.headers.get('content-length') ?? 0)
    if (!answer.ok || length > MAX_BYTES) throw new Error(`语音没有取到：${answer.status}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (bytes.length === 0 || bytes.length > MAX_BYTES) throw new Error('语音没有取到')
    return bytes
  }

  close(): void {
    this.down()
    this.#ended.abort()
  }

  #close(id: string, why: string): void {
    this.#open.get(id)?.end(why)
    this.#open.delete(id)
  }
}
