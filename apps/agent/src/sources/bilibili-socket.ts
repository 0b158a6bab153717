import { WebSocket, type RawData } from 'ws'
import { bytesOf, jsonIn } from '#json/parse.ts'
import { isRecord } from '#json/record.ts'
import type { Time } from '#time/time.ts'
import { decodePackets, encodePacket, OPERATION, type Packet } from './bilibili-packet.ts'

const HANDSHAKE_MS = 10_000
/** How long to wait for the answer to the authentication; heartbeats, whose absence is noticed, start only after it. */
const AUTH_MS = 10_000
const HEARTBEAT_MS = 20_000
/** Three heartbeats without a reply. */
const SILENT_MS = 65_000

export interface SocketEvents {
  /** The platform has accepted us: messages follow. */
  ready(): void
  message(message: unknown): void
  /** Bytes that are no packet. */
  fault(reason: string): void
  /** Told once. `wasRefused`: the authentication was, so a new session is needed. */
  closed(wasRefused: boolean, reason: string): void
}

/** One WebSocket of the open platform: auth, heartbeats, packets. */
export class BilibiliSocket {
  readonly #socket: WebSocket
  readonly #events: SocketEvents
  readonly #time: Time
  #heardAt: number
  #wasRefused = false
  #reason = '连接断开'
  #cancel: () => void = () => {}

  constructor(link: string, authBody: string, events: SocketEvents, time: Time) {
    this.#events = events
    this.#time = time
    this.#heardAt = time.elapsed()
    this.#socket = new WebSocket(link, { handshakeTimeout: HANDSHAKE_MS })
      .on('open', () => this.#authenticate(authBody))
      .on('message', (data) => this.#received(data))
      .on('error', (error) => (this.#reason = error.message))
      .on('close', () => this.#closed())
  }

  close(): void {
    this.#socket.terminate()
  }

  #received(data: RawData): void {
    this.#heardAt = this.#time.elapsed()
    const { packets, fault } = decodePackets(bytesOf(data))
    for (const packet of packets) this.#take(packet)
    if (fault) this.#events.fault(fault)
  }

  #take({ operation, body }: Packet): void {
    if (operation === OPERATION.authReply) this.#authenticated(jsonIn(body))
    if (operation !== OPERATION.message) return
    const message = jsonIn(body)
    if (message === undefined) this.#events.fault('消息不是 JSON')
    else this.#events.message(message)
  }

  #authenticate(authBody: string): void {
    this.#socket.send(encodePacket(OPERATION.auth, authBody))
    this.#cancel = this.#time.after(AUTH_MS, () => this.#giveUp('平台没有回答鉴权'))
  }

  #authenticated(reply: unknown): void {
    // Cancels the waiting, and heartbeats of an earlier answer: with two answers there would be two timers
    this.#cancel()
    const code = isRecord(reply) ? Number(reply['code'] ?? 0) : 0
    if (code !== 0) {
      this.#wasRefused = true
      this.#reason = `鉴权被拒绝（${code}）`
      return this.#socket.close()
    }
    this.#beat()
    this.#events.ready()
  }

  #beat(): void {
    if (this.#time.elapsed() - this.#heardAt >= SILENT_MS) return this.#giveUp('平台没有回音')
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(encodePacket(OPERATION.heartbeat))
    this.#cancel = this.#time.after(HEARTBEAT_MS, () => this.#beat())
  }

  #giveUp(reason: string): void {
    this.#reason = reason
    this.#socket.terminate()
  }

  #closed(): void {
    this.#cancel()
    this.#events.closed(this.#wasRefused, this.#reason)
  }
}
