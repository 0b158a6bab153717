import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '#log/log.ts'
import { isOfHere, protect } from './guard.ts'

/** A part of the local server, by the first piece of its paths. */
export interface Door {
  /** `path` without the first piece, of `/play/RC/` `['RC', '']`. */
  request?: (path: string[], request: IncomingMessage, response: ServerResponse) => unknown
  upgrade?: (path: string[], request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/** `first` to `last`, in this order; `auto` is any port that is free. */
export type Ports = { first: number; last: number } | 'auto'

const HOST = '127.0.0.1'
const SLOWEST_REQUEST_MS = 35_000

/** What the PC client shows the programs and pages of its own machine: HTTP and WebSocket on 127.0.0.1, for nobody else. */
export class LocalServer {
  readonly port: number
  readonly #http: Server
  readonly #log: Log
  readonly #doors = new Map<string, Door>()

  private constructor(http: Server, log: Log) {
    this.#http = http
    this.#log = log
    this.port = (http.address() as AddressInfo).port
    http.on('request', (request, response) => void this.#answer(request, response))
    http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    http.on('error', (err) => log.error({ err }, '本机服务出错'))
  }

  /** On the first port that is free, `kept` before all others; nothing where none is. */
  static async open(ports: Ports, kept: number | null, log: Log): Promise<LocalServer | undefined> {
    for (const port of portsIn(ports, kept)) {
      const http = await listening(port)
      if (http) return new LocalServer(http, log)
    }
    return undefined
  }

  get origin(): string {
    return `http://${HOST}:${this.port}`
  }

  /** `first` is the first piece of the paths, '' of the root. */
  add(first: string, door: Door): void {
    this.#doors.set(first, door)
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await new Promise((done) => this.#http.close(done))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    protect(response)
    const end = (status: number) => response.writeHead(status).end()
    if (!isOfHere(request, this.port)) return void end(403)
    const { door, path } = this.#doorOf(request)
    if (!door?.request) return void end(404)
    try {
      await door.request(path, request, response)
    } catch (error) {
      this.#log.error({ err: error }, '本机请求处理出错')
      if (response.headersSent) response.destroy()
      else end(500)
    }
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    const { door, path } = this.#doorOf(request)
    const status = !isOfHere(request, this.port) ? 403 : door?.upgrade ? undefined : 404
    if (status === undefined) return door?.upgrade?.(path, request, socket, head)
    socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\n\r\n`)
  }

  #doorOf({ url = '/' }: IncomingMessage): { door: Door | undefined; path: string[] } {
    const [, first = '', ...path] = (url.split(/[?#]/)[0] ?? '').split('/')
    return { door: this.#doors.get(first), path }
  }
}

function portsIn(ports: Ports, kept: number | null): number[] {
  const before = kept === null ? [] : [kept]
  if (ports === 'auto') return [...before, 0]
  const { first, last } = ports
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return [...new Set([...before.filter((port) => port >= first && port <= last), ...all])]
}

/** A server on this port; nothing where it is taken or may not be had. */
function listening(port: number): Promise<Server | undefined> {
  const http = createServer({ requestTimeout: SLOWEST_REQUEST_MS })
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    http.listen(port, HOST, () => {
      http.removeAllListeners('error')
      resolve(http)
    })
  })
}
