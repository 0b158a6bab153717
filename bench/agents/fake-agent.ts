import { randomUUID, type KeyObject } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Backoff } from '@kaibo/agent/link/backoff.ts'
import { waitAfter, type Ending } from '@kaibo/agent/link/ending.ts'
import { upgradeUrl } from '@kaibo/agent/link/upgrade.ts'
import { openLog } from '@kaibo/agent/log/log.ts'
import { AGENT_SUBPROTOCOL, HEARTBEAT_MS, type AgentFrame } from '@kaibo/contract/agent/frames.ts'

export interface FakePc {
  pc_id: string
  key: KeyObject
  hello: () => AgentFrame
  heartbeat: () => AgentFrame
  up: () => void
  down: () => void
}

const log = openLog(() => {}, 'silent')
/** As long as a real one waits for the upgrade, and for the welcome. */
const HANDSHAKE_MS = 10_000
const WELCOME_MS = 30_000
const TEXT = 0x81
const PING = 0x89
/** Both ends are on one machine: what the handshake protects from is not here. */
const KEY = Buffer.alloc(16).toString('base64')

/**
 * An agent that costs next to nothing, so that ten thousand fit beside the server they are to measure: a bare socket that
 * says what a real one says, waits as a real one waits, and reads of the answers only that they came.
 */
export class FakeAgent {
  #server: URL
  readonly #pc: FakePc
  readonly #backoff = new Backoff(Math.random, () => performance.now())
  #socket: Socket | undefined
  #ending: Ending = { kind: 'failed', message: '' }
  #upAt: number | undefined
  #isStopped = false
  #retry: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  /** Ends what the server does not answer. */
  #patience: NodeJS.Timeout | undefined

  constructor(server: URL, pc: FakePc) {
    this.#server = server
    this.#pc = pc
  }

  /** The next connection goes there. */
  goTo(server: URL): void {
    this.#server = server
  }

  start(): void {
    this.#ending = { kind: 'failed', message: '' }
    this.#socket = connect(Number(this.#server.port), this.#server.hostname)
      .on('connect', () => this.#ask())
      .on('error', () => {})
      .on('close', () => this.#ended())
      .once('data', (head: Buffer) => this.#answered(head.toString('latin1')))
    this.#waitAtMost(HANDSHAKE_MS)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retry)
    this.#socket?.destroy()
  }

  #ask(): void {
    const { pathname, search } = upgradeUrl(this.#server, this.#pc, Date.now(), randomUUID())
    this.#socket?.write(
      `GET ${pathname}${search} HTTP/1.1\r\nhost: ${this.#server.host}\r\nupgrade: websocket\r\n` +
        `connection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${KEY}\r\n` +
        `sec-websocket-protocol: ${AGENT_SUBPROTOCOL}\r\n\r\n`,
    )
  }

  #answered(head: string): void {
    const status = Number(head.slice(9, 12))
    if (status !== 101) {
      const seconds = /^retry-after: (\d+)/im.exec(head)?.[1]
      const retryAfterS = seconds === undefined ? undefined : Number(seconds)
      this.#ending = { kind: 'refused', status, retryAfterS, serverTime: undefined }
      this.#socket?.destroy()
      return
    }
    this.#waitAtMost(WELCOME_MS)
    this.#send(TEXT, JSON.stringify(this.#pc.hello()))
    this.#socket?.once('data', () => this.#welcomed()).on('data', () => {})
  }

  #waitAtMost(ms: number): void {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#socket?.destroy(), ms)
  }

  #welcomed(): void {
    clearTimeout(this.#patience)
    this.#upAt = performance.now()
    this.#pc.up()
    this.#sayAgain()
  }

  #sayAgain(): void {
    this.#send(TEXT, JSON.stringify(this.#pc.heartbeat()))
    this.#send(PING, '')
    this.#beat = setTimeout(() => this.#sayAgain(), HEARTBEAT_MS * (0.9 + Math.random() * 0.1))
  }

  /** A mask of zeros leaves the text as it is. */
  #send(kind: number, text: string): void {
    const payload = Buffer.from(text)
    const { length } = payload
    const head = Buffer.alloc(length < 126 ? 6 : 8)
    head[0] = kind
    head[1] = 0x80 | (length < 126 ? length : 126)
    if (length >= 126) head.writeUInt16BE(length, 2)
    this.#socket?.write(Buffer.concat([head, payload]))
  }

  #ended(): void {
    clearTimeout(this.#beat)
    clearTimeout(this.#patience)
    if (this.#upAt !== undefined) {
      const livedMs = performance.now() - this.#upAt
      this.#backoff.lost(livedMs)
      this.#ending = { kind: 'closed', code: 1006, livedMs }
      this.#pc.down()
    }
    this.#upAt = undefined
    if (this.#isStopped) return
    const wait = waitAfter(this.#ending, this.#backoff, Math.random, log)
    this.#retry = setTimeout(() => this.start(), wait)
  }
}
