import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { tooMany } from './door.ts'

/** Connections beyond the ceiling that are still told so; the next are closed without a word. */
const TOLD = 200
/** Whether the server is well is asked all the more when it is full. */
const OF_HEALTH = /^\/(healthz|readyz|metrics)(\?|$)/

/** Takes so many connections at once. One beyond them is answered 503 and closed; those that are open go on. */
export function boundConnections(http: FastifyInstance, ceiling: number): void {
  const beyond = new WeakSet<Socket>()
  let open = 0
  http.server.maxConnections = ceiling + TOLD
  http.server.on('connection', (socket: Socket) => {
    open += 1
    if (open > ceiling) beyond.add(socket)
    socket.once('close', () => (open -= 1))
  })
  http.addHook('onRequest', (request, reply, done) => {
    if (!beyond.has(request.raw.socket)) return done()
    reply.header('connection', 'close')
    return OF_HEALTH.test(request.url) ? done() : done(tooMany(reply))
  })
}
