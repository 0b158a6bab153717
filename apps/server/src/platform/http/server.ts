import { words } from '@kaibo/contract/kernel/words.ts'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { MAX_BODY_BYTES } from '@kaibo/contract/kernel/endpoint.ts'
import { parseBodies } from './body-parsers.ts'
import { boundConnections } from './ceiling.ts'
import { serveConsole, type Foreign } from './console.ts'
import { answerBadAddress, answerFailures, answerServerEnds, HttpFault } from './failure.ts'
import { answerTheRest } from './fallback.ts'
import { answerHealth } from './health.ts'
import { observe, type Metrics } from './observe.ts'
import { boundPipelining } from './pipelining.ts'
import { assertProper, refuse } from './refused.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract's call, by which metrics and logs name the route. */
    endpoint?: string
  }
}

export interface HttpServer {
  readonly http: FastifyInstance
  readonly metrics: Metrics
  /** Takes no more requests, lets those under way finish for some seconds, tells the rest so, and cuts off what is left. */
  close(): Promise<void>
}

interface Options extends Foreign {
  log: FastifyBaseLogger
  /** Throws when the server cannot do its work, else says more of how it is. */
  ping: () => Promise<unknown>
  consoleDir: string
  /** Proxies that may state the caller's address; those on this machine without it. */
  trustProxy?: string | undefined
  /** No ceiling without it. */
  maxConnections?: number
}

const MAX_FRAME_BYTES = 1_048_576
/** Options of `ws`; it takes some that its types do not know yet. */
const WEBSOCKETS = {
  maxPayload: MAX_FRAME_BYTES,
  perMessageDeflate: false,
  /** Each fragment costs as much time as a message; our own clients send no fragments. */
  maxFragments: 1_024,
  /** How long the other end may take to answer a close, in ms; then its connection is cut off. */
  closeTimeout: 5_000,
}
/** A part of a file, or a film within a call, over a thin line; slow bodies are cut off sooner, each by its own reader. */
const REQUEST_MS = 130_000
/** A connection whose headers are not complete by then is cut off; checked every `LOOK_EVERY_MS`. */
const HEADERS_MS = 20_000
const LOOK_EVERY_MS = 5_000
/** Longer than a proxy keeps its own end open, so that it never sends into a connection that just closed. */
const KEEP_ALIVE_MS = 72_000
const PATIENCE_MS = 4_000
/** For the last answers to leave. */
const CUT_MS = 5_000
const RESTING_MS = 100

/** The HTTP server with everything that holds for every route. */
export async function createServer(options: Options): Promise<HttpServer> {
  const { log, ping, consoleDir, maxConnections = Infinity, trustProxy = 'loopback' } = options
  const requestId = requestIds()
  const http: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: requestId,
    // Only a reverse proxy that was named may state the caller's address.
    trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: (error, socket) => refuse(error, socket, requestId({ headers: {} }), log),
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      requireHostHeader: false,
    },
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  http.server.on('checkExpectation', (...exchange) => http.server.emit('request', ...exchange))
  let closing = false
  const assertOpen = () => {
    if (closing)
      throw new HttpFault(
        503,
        Code.internal,
        words('服务正在重启，请稍后重试', 'The service is restarting; try again in a moment'),
      )
  }

  answerFailures(http)
  boundPipelining(http)
  boundConnections(http, maxConnections)
  const metrics = observe(http)
  const underWay = new Set<FastifyReply>()
  http.addHook('onRequest', (request, reply, done) => {
    underWay.add(reply)
    reply.raw.once('close', () => underWay.delete(reply))
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    assertOpen()
    assertProper(request)
    done()
  })
  parseBodies(http, metrics)
  await http.register(websocket, { options: WEBSOCKETS })
  answerHealth(http, metrics, async () => {
    assertOpen()
    return ping()
  })
  answerTheRest(http, await serveConsole(http, consoleDir, options))

  return {
    http,
    metrics,
    async close() {
      closing = true
      const tell = setTimeout(() => {
        for (const reply of underWay) if (!reply.sent) answerServerEnds(reply)
      }, PATIENCE_MS)
      const cut = setTimeout(() => {
        for (const socket of http.websocketServer.clients) socket.terminate()
        http.server.closeAllConnections()
      }, CUT_MS)
      // What is answered from now on rests afterwards, and would be kept open for the next request.
      const resting = setInterval(() => http.server.closeIdleConnections(), RESTING_MS)
      await http.close()
      clearInterval(resting)
      clearTimeout(tell)
      clearTimeout(cut)
    },
  }
}

/** Unique per process start, short enough to read out; an id that a proxy gave is kept. */
function requestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(4).toString('hex')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[\w-]{8,64}$/.test(given)) return given
    count += 1
    return `${start}-${count.toString(36)}`
  }
}
