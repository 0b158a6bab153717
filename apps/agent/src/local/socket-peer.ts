import type { WebSocket } from 'ws'
import type * as z from 'zod/mini'
import { bytesOf, jsonIn } from '#json/parse.ts'
import type { Time } from '#time/time.ts'
import type { Admit, Host, Peer } from './peer.ts'

interface Typed {
  type: string
}

/** What two ends of a link say to each other. */
export interface Language<Hello extends Typed, From extends Typed, To> {
  frames: z.ZodMiniType<Hello | From>
  isHello: (frame: Hello | From) => frame is Hello
  /** Frames that are never too many: answers are as many as the questions were. */
  answers: readonly string[]
  refused: (why: string) => To
  /** Asks whether the other end is still there, beside what sockets ask by themselves. */
  ping?: (at: number) => To
  close: { badFrame: number; refused: number; tooMany: number }
}

interface SocketOptions<Hello, From, To> {
  time: Time
  admit: Admit<Hello, From, To>
  /** More frames than this in a second are too many. */
  perSecond: number
}

const HELLO_WITHIN_MS = 3_000
/** Nothing more is kept for a peer that takes nothing. */
const MOST_WAITING = 8_388_608

/** A peer over a WebSocket. It says `hello` first, within three seconds. */
export class SocketPeer<Hello extends Typed, From extends Typed, To> implements Peer<To> {
  readonly #socket: WebSocket
  readonly #language: Language<Hello, From, To>
  readonly #options: SocketOptions<Hello, From, To>
  #host: Host<From> | undefined
  #cancelHello: () => void
  #second = 0
  #frames = 0
  heardAt: number

  /** The socket keeps it from now on. */
  static seat<Hello extends Typed, From extends Typed, To>(
    socket: WebSocket,
    language: Language<Hello, From, To>,
    options: SocketOptions<Hello, From, To>,
  ): SocketPeer<Hello, From, To> {
    return new SocketPeer(socket, language, options)
  }

  private constructor(
    socket: WebSocket,
    language: Language<Hello, From, To>,
    options: SocketOptions<Hello, From, To>,
  ) {
    const { time } = options
    this.#socket = socket
    this.#language = language
    this.#options = options
    this.heardAt = time.elapsed()
    this.#cancelHello = time.after(HELLO_WITHIN_MS, () =>
      this.close(language.close.badFrame, 'no hello'),
    )
    socket.on('message', (data, isBinary) => {
      this.heardAt = time.elapsed()
      if (isBinary) this.close(language.close.badFrame, 'text only')
      else this.#take(jsonIn(bytesOf(data)))
    })
    socket.on('pong', () => (this.heardAt = time.elapsed()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#cancelHello()
      this.#host?.closed()
    })
  }

  get waiting(): number {
    return this.#socket.bufferedAmount
  }

  send(frame: To): void {
    if (this.waiting > MOST_WAITING) return this.#socket.terminate()
    this.#socket.send(JSON.stringify(frame))
  }

  ping(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { ping } = this.#language
    if (ping) this.send(ping(this.#options.time.now()))
    // A page that sleeps answers this by itself
    this.#socket.ping()
  }

  close(code: number, why: string): void {
    this.#socket.close(code, why)
  }

  #take(json: unknown): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { frames, isHello } = this.#language
    const { data, error } = frames.safeParse(json)
    if (this.#isTooMany(data?.type)) return
    if (json === undefined) return this.#refuse('不是JSON')
    if (!data) return this.#refuse(`看不懂：${error?.issues[0]?.path.join('.') ?? ''}`)
    if (isHello(data)) return this.#greet(data)
    if (!this.#host) return this.#refuse('请先发送hello')
    this.#host.frame(data)
  }

  #greet(hello: Hello): void {
    if (this.#host) return this.#refuse('hello只发一次')
    this.#cancelHello()
    const host = this.#options.admit(this, hello)
    if (typeof host !== 'string') this.#host = host
    else {
      this.send(this.#language.refused(host))
      this.close(this.#language.close.refused, 'refused')
    }
  }

  #refuse(why: string): void {
    this.send(this.#language.refused(why))
    this.close(this.#language.close.badFrame, 'bad frame')
  }

  #isTooMany(type: string | undefined): boolean {
    const { answers, close } = this.#language
    if (type !== undefined && answers.includes(type)) return false
    const second = Math.floor(this.heardAt / 1_000)
    if (second !== this.#second) this.#frames = 0
    this.#second = second
    if (++this.#frames <= this.#options.perSecond) return false
    this.close(close.tooMany, 'too many frames')
    return true
  }
}
