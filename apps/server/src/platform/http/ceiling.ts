import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { tooMany } from './door.ts'

/** Connections beyond the ceiling that still get a 503; further ones are closed without an answer. */
const ANSWERED_BEYOND = 200
/** Health checks are answered even when the server is full. */
const OF_HEALTH = /^\/(healthz|readyz|metrics)(\?|$)/

/** Allows `ceiling` connections at once. A further one is answered 503 and closed; open ones are not affected. */
export function boundConnections(http: FastifyInstance, ceiling: number): void {
  const beyond = new WeakSet<Socket>()
  let open = 0
  http.server.maxConnections = ceiling + ANSWERED_BEYOND
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
