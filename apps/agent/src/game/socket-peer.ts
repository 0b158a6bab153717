import type { WebSocket } from 'ws'
import {
  FromGame,
  GAME_CLOSE,
  HELLO_WITHIN_MS,
  type GameHello,
  type ToGame,
} from '@kaibo/contract/game/link.schema.ts'
import { bytesOf, jsonIn } from '#json/parse.ts'
import type { Time } from '#time/time.ts'
import type { Admit, Host, Peer } from './peer.ts'

interface SocketOptions {
  time: Time
  admit: Admit
  /** More frames than this in a second are too many. */
  perSecond: number
}

/** Nothing more is kept for a peer that takes nothing. */
const MOST_WAITING = 8_388_608

/** A game, or what shows one, over a WebSocket. */
export class SocketPeer implements Peer {
  readonly #socket: WebSocket
  readonly #options: SocketOptions
  #host: Host | undefined
  #cancelHello: () => void
  #second = 0
  #frames = 0
  heardAt: number

  /** The socket keeps it from now on. */
  static seat(socket: WebSocket, options: SocketOptions): SocketPeer {
    return new SocketPeer(socket, options)
  }

  private constructor(socket: WebSocket, options: SocketOptions) {
    const { time } = options
    this.#socket = socket
    this.#options = options
    this.heardAt = time.elapsed()
    this.#cancelHello = time.after(HELLO_WITHIN_MS, () =>
      this.close(GAME_CLOSE.badFrame, 'no hello'),
    )
    socket.on('message', (data, isBinary) => {
      this.heardAt = time.elapsed()
      if (isBinary) this.close(GAME_CLOSE.badFrame, 'text only')
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

  send(frame: ToGame): void {
    if (this.waiting > MOST_WAITING) return this.#socket.terminate()
    this.#socket.send(JSON.stringify(frame))
  }

  ping(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.send({ type: 'ping', at: this.#options.time.now() })
    // A page that sleeps answers this by itself
    this.#socket.ping()
  }

  close(code: number, why: string): void {
    this.#socket.close(code, why)
  }

  #take(json: unknown): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { data, error } = FromGame.safeParse(json)
    if (this.#isTooMany(data?.type)) return
    if (!data) return this.#refuse(`看不懂：${error?.issues[0]?.path.join('.') ?? ''}`)
    if (data.type === 'hello') return this.#greet(data)
    if (!this.#host) return this.#refuse('请先发送hello')
    this.#host.frame(data)
  }

  #greet(hello: GameHello): void {
    if (this.#host) return this.#refuse('hello只发一次')
    this.#cancelHello()
    const host = this.#options.admit(this, hello)
    if (typeof host !== 'string') this.#host = host
    else {
      this.send({ type: 'refused', why: host })
      this.close(GAME_CLOSE.refused, 'refused')
    }
  }

  #refuse(why: string): void {
    this.send({ type: 'refused', why })
    this.close(GAME_CLOSE.badFrame, 'bad frame')
  }

  /** Answers are as many as the questions were. */
  #isTooMany(type: FromGame['type'] | undefined): boolean {
    if (type === 'result' || type === 'pong') return false
    const second = Math.floor(this.heardAt / 1_000)
    if (second !== this.#second) this.#frames = 0
    this.#second = second
    if (++this.#frames <= this.#options.perSecond) return false
    this.close(GAME_CLOSE.tooMany, 'too many frames')
    return true
  }
}
