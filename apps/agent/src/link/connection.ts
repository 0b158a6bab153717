import type { IncomingMessage } from 'node:http'
import { WebSocket, type RawData } from 'ws'
import {
  AGENT_SUBPROTOCOL,
  OFFLINE_AFTER_MS,
  type AgentFrame,
} from '@kaibo/contract/agent/frames.ts'
import { bytesOf, jsonIn } from '#json/parse.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import type { Ending } from './ending.ts'
import { readIncoming, type Incoming } from './incoming.ts'

const HANDSHAKE_MS = 10_000
/** The desired state of a PC with many rooms, each with its rules, is long. */
const MAX_INCOMING_BYTES = 16 * 1_048_576
const PING_MS = 10_000
const GOODBYE_MS = 1_000

export interface ConnectionEvents {
  opened(): void
  frame(frame: Incoming): void
  ended(ending: Ending): void
}

/** One WebSocket, from its upgrade to its end, which is reported exactly once. */
export class Connection {
  readonly #socket: WebSocket
  readonly #events: ConnectionEvents
  readonly #time: Time
  readonly #log: Log
  #openedAt: number | undefined
  #heardAt: number
  #hasEnded = false
  #cancelPing: () => void = () => {}

  constructor(url: URL, events: ConnectionEvents, time: Time, log: Log) {
    this.#events = events
    this.#time = time
    this.#log = log
    this.#heardAt = time.elapsed()
    this.#socket = new WebSocket(url, AGENT_SUBPROTOCOL, {
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_INCOMING_BYTES,
    })
      .on('open', () => this.#opened())
      .on('message', (data, isBinary) => this.#received(data, isBinary))
      .on('pong', () => this.#heard())
      .on('ping', () => this.#heard())
      .on('unexpected-response', (_request, response) => this.#refused(response))
      .on('error', (error) => this.#failed(error))
      .on('close', (code) => this.#closed(code))
  }

  send(frame: AgentFrame): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** Closes with the closing handshake, so that the server knows at once, but does not wait long for it. */
  close(): void {
    this.#socket.close(1000)
    this.#cancelPing()
    this.#cancelPing = this.#time.after(GOODBYE_MS, () => this.#socket.terminate())
  }

  #opened(): void {
    this.#openedAt = this.#time.elapsed()
    this.#heard()
    this.#ping()
    this.#events.opened()
  }

  /** A connection whose other end has vanished stays open for hours; only missing answers to pings show it. */
  #ping(): void {
    this.#cancelPing = this.#time.after(PING_MS, () => {
      if (this.#time.elapsed() - this.#heardAt >= OFFLINE_AFTER_MS) {
        this.#log.warn('服务器没有回音，断开重连')
        return this.#socket.terminate()
      }
      this.#socket.ping()
      this.#ping()
    })
  }

  #heard(): void {
    this.#heardAt = this.#time.elapsed()
  }

  #received(data: RawData, isBinary: boolean): void {
    this.#heard()
    const read = readIncoming(isBinary ? undefined : jsonIn(bytesOf(data)))
    if ('type' in read) return this.#events.frame(read)
    this.#log.warn({ at: read.at, reason: read.fault }, '看不懂服务器的一条消息，已忽略')
  }

  #refused(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response
    const retryAfter = Number(headers['retry-after'] ?? NaN)
    const date = Date.parse(headers.date ?? '')
    this.#end({
      kind: 'refused',
      status: statusCode,
      retryAfterS: Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : undefined,
      serverTime: Number.isFinite(date) ? date : undefined,
    })
    response.destroy()
    this.#socket.terminate()
  }

  #failed(error: Error): void {
    if (this.#openedAt === undefined) this.#end({ kind: 'failed', message: error.message })
    else this.#log.warn({ err: error }, '连接出错')
  }

  #closed(code: number): void {
    const livedMs = this.#openedAt === undefined ? 0 : this.#time.elapsed() - this.#openedAt
    this.#end({ kind: 'closed', code, livedMs })
  }

  #end(ending: Ending): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#cancelPing()
    this.#events.ended(ending)
  }
}
