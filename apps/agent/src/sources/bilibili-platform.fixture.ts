import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { decodePackets, encodePacket, OPERATION } from './bilibili-packet.ts'

export const CREDENTIALS = {
  code: 'CODE',
  app_id: '123',
  access_key_id: 'key-id',
  access_key_secret: 'key-secret',
}

interface Call {
  path: string
  body: Record<string, unknown>
}

/** The open platform on loopback: checks signatures, holds sessions, and speaks its packets. */
export class BilibiliPlatformFixture {
  readonly calls: Call[] = []
  /** Codes that the next calls of a path are answered with. */
  readonly answers = new Map<string, number[]>()
  /** Other addresses for the next sessions than its own two. */
  links: string[] | undefined
  /** What the next answer of a path waits for. */
  readonly holds = new Map<string, Promise<void>>()
  readonly heartbeats: number[] = []
  auths = 0
  /** The code of the next authentications; 0 when empty. */
  authCodes: number[] = []
  /** How many of the next authentications get no answer at all. */
  unanswered = 0
  readonly #http: Server
  readonly #sockets: WebSocketServer
  #session = 0
  #waiting: (() => void)[] = []

  private constructor() {
    this.#http = createServer((request, response) => void this.#answer(request, response))
    this.#sockets = new WebSocketServer({ server: this.#http })
    this.#sockets.on('connection', (socket) =>
      socket.on('message', (data) => this.#received(socket, data as Buffer)),
    )
  }

  static async start(): Promise<BilibiliPlatformFixture> {
    const platform = new BilibiliPlatformFixture()
    platform.#http.listen(0, '127.0.0.1')
    await once(platform.#http, 'listening')
    return platform
  }

  get host(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  get gameId(): string {
    return `game-${this.#session}`
  }

  get connections(): number {
    return this.#sockets.clients.size
  }

  countOf(path: string): number {
    return this.calls.filter((call) => call.path === path).length
  }

  send(data: Buffer): void {
    for (const socket of this.#sockets.clients) socket.send(data)
  }

  message(cmd: string, data: object): void {
    const body = JSON.stringify({ cmd: `LIVE_OPEN_PLATFORM_${cmd}`, data })
    this.send(encodePacket(OPERATION.message, body, 0))
  }

  disconnect(): void {
    for (const socket of this.#sockets.clients) socket.terminate()
  }

  async until(isMet: () => boolean): Promise<void> {
    while (!isMet()) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  async close(): Promise<void> {
    this.disconnect()
    this.#http.closeAllConnections()
    await new Promise((done) => this.#http.close(done))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    this.calls.push({ path, body: JSON.parse(text) as Call['body'] })
    const code = isSigned(request, text) ? (this.answers.get(path)?.shift() ?? 0) : 4002
    if (path.endsWith('/start') && code === 0) this.#session++
    const link = this.host.replace('http', 'ws')
    const data = {
      game_info: { game_id: this.gameId },
      websocket_info: {
        auth_body: `{"session":${this.#session}}`,
        wss_link: this.links ?? [`${link}/a`, `${link}/b`],
      },
      anchor_info: { room_id: 1, uname: '主播' },
    }
    const hold = this.holds.get(path)
    this.holds.delete(path)
    await hold
    response.end(
      JSON.stringify({ code, message: code === 0 ? 'ok' : 'no', data: code === 0 ? data : null }),
    )
    this.#tell()
  }

  #received(socket: WebSocket, data: Buffer): void {
    for (const { operation, body } of decodePackets(data).packets) {
      if (operation === OPERATION.auth) {
        this.auths++
        if (this.unanswered > 0) {
          this.unanswered--
          continue
        }
        const isCurrent = body.toString() === `{"session":${this.#session}}`
        const code = this.authCodes.shift() ?? (isCurrent ? 0 : -101)
        socket.send(encodePacket(OPERATION.authReply, JSON.stringify({ code })))
      }
      if (operation === OPERATION.heartbeat) {
        this.heartbeats.push(Date.now())
        socket.send(encodePacket(OPERATION.heartbeatReply, Buffer.alloc(4)))
      }
    }
    this.#tell()
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const names = Object.keys(headers)
    .filter((name) => name.startsWith('x-bili-'))
    .sort()
  const text = names.map((name) => `${name}:${String(headers[name])}`).join('\n')
  const hmac = createHmac('sha256', CREDENTIALS.access_key_secret).update(text).digest('hex')
  const md5 = createHash('md5').update(body).digest('hex')
  return (
    names.length === 6 && headers.authorization === hmac && headers['x-bili-content-md5'] === md5
  )
}
