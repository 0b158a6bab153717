import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import {
  AGENT_PATH,
  AGENT_SUBPROTOCOL,
  AgentFrame,
  SpoolItem,
  type DesiredRoom,
  type ServerToAgent,
} from '@kaibo/contract/agent/frames.ts'
import { bytesOf, jsonIn } from '#json/parse.ts'

type Type = AgentFrame['type']
type Frame<T extends Type> = Extract<AgentFrame, { type: T }>
interface Refusal {
  status: number
  headers?: Record<string, string>
}

const seqsOf = ({ first_seq, seqs, items }: Frame<'batch'>): number[] =>
  seqs ?? items.map((_, index) => first_seq + index)

/** The server's end of the link, as small as a test needs it: real HTTP and WebSocket on loopback. */
export class ServerFixture {
  readonly frames: AgentFrame[] = []
  readonly keys = new Map<string, string>()
  rooms: DesiredRoom[] = []
  /** Up to where what came under each name of a spool is kept. */
  acked: Record<string, number> = {}
  /** Whether a hello is answered. */
  welcomes = true
  /** Whether batches are acknowledged by themselves. */
  acks = true
  /** But not those of this spool. */
  withheld: string | undefined
  /** Hears each frame as it comes. */
  heard: (frame: AgentFrame) => void = () => {}
  /** What the next upgrades are refused with. */
  refusals: Refusal[] = []
  upgrades = 0
  port = 0
  /** The answer to an enrolment. */
  enrolment: { status: number; body: unknown } = {
    status: 200,
    body: { code: 0, msg: 'success', data: { pc_id: 'pc-1', name: '一号机', server_time: 1 } },
  }
  readonly #http: Server
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: 1_048_576 })
  #waiting: (() => void)[] = []

  private constructor() {
    this.#http = createServer((request, response) => void this.#answer(request, response))
    this.#http.on('upgrade', (request, socket, head) => {
      this.upgrades++
      const refusal = this.refusals.shift() ?? this.#refusalOf(request)
      if (refusal) {
        const headers = { date: new Date().toUTCString(), ...refusal.headers, connection: 'close' }
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${lines.join('\r\n')}\r\n\r\n`)
        return
      }
      this.#sockets.handleUpgrade(request, socket, head, (ws) => this.#accept(ws))
    })
  }

  static async start(port = 0): Promise<ServerFixture> {
    const server = new ServerFixture()
    server.#http.listen(port, '127.0.0.1')
    await once(server.#http, 'listening')
    server.port = (server.#http.address() as AddressInfo).port
    return server
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}/`)
  }

  send(frame: ServerToAgent | string): void {
    const text = typeof frame === 'string' ? frame : JSON.stringify(frame)
    for (const socket of this.#sockets.clients) socket.send(text)
  }

  closeSockets(code: number): void {
    for (const socket of this.#sockets.clients) socket.close(code)
  }

  /** Ends without a goodbye, as a killed process does. */
  async kill(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#http.closeAllConnections()
    await new Promise((done) => this.#http.close(done))
  }

  of<T extends Type>(type: T): Frame<T>[] {
    return this.frames.filter((frame): frame is Frame<T> => frame.type === type)
  }

  /** Waits until what was received satisfies. */
  async until(isMet: () => boolean): Promise<void> {
    while (!isMet()) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  items() {
    return this.of('batch').flatMap((batch) => {
      const seqs = seqsOf(batch)
      return batch.items.map((item, index) => ({ seq: seqs[index], item: SpoolItem.parse(item) }))
    })
  }

  #accept(socket: WebSocket): void {
    socket.on('message', (data) => {
      const frame = AgentFrame.parse(jsonIn(bytesOf(data)))
      this.frames.push(frame)
      this.heard(frame)
      this.#react(frame)
      for (const resolve of this.#waiting.splice(0)) resolve()
    })
  }

  #react(frame: AgentFrame): void {
    if (frame.type === 'hello' && this.welcomes) {
      const { rooms } = this
      const ackedOf = (spool_id: string) => this.acked[spool_id] ?? 0
      this.send({
        type: 'welcome',
        server_time: Date.now(),
        heartbeat_ms: 500,
        spool_acked: ackedOf(frame.spool_id),
        rooms,
        capabilities: ['batch.seqs'],
        backlogs: (frame.backlogs ?? []).map((id) => ({ spool_id: id, acked: ackedOf(id) })),
      })
    }
    if (frame.type === 'batch' && this.acks && frame.spool_id !== this.withheld) {
      const { spool_id } = frame
      const up_to = seqsOf(frame).at(-1) ?? 0
      this.acked[spool_id] = up_to
      this.send({ type: 'ack', spool_id, up_to, refused: [] })
    }
  }

  #refusalOf(request: IncomingMessage): Refusal | undefined {
    const url = new URL(request.url ?? '', this.url)
    const { pc_id, ts, nonce, sig } = Object.fromEntries(url.searchParams)
    const key = this.keys.get(pc_id ?? '')
    if (url.pathname !== AGENT_PATH || request.headers.origin) return { status: 403 }
    if (request.headers['sec-websocket-protocol'] !== AGENT_SUBPROTOCOL) return { status: 400 }
    if (!(Math.abs(Number(ts) - Date.now()) <= 300_000)) return { status: 409 }
    if (!key) return { status: 401 }
    const spki = { key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' } as const
    const signature = Buffer.from(sig ?? '', 'base64url')
    const isRight = verify(
      null,
      Buffer.from(`${pc_id}|${ts}|${nonce}`),
      createPublicKey(spki),
      signature,
    )
    return isRight ? undefined : { status: 401 }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    // A picture of a stage
    if (request.method === 'PUT') return void response.writeHead(200).end('{}')
    const { public_key } = JSON.parse(Buffer.concat(chunks).toString()) as { public_key: string }
    const { status, body } = this.enrolment
    if (status === 200) this.keys.set('pc-1', public_key)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
