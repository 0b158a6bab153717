import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers and proxies wait for each answer before they send the next request of a connection. */
const MAX_UNANSWERED = 20

/**
 * Cuts off a connection that sends many requests without waiting for the answers: one read from it may hold a thousand, which
 * would all be started before anybody else's.
 */
export function boundPipelining(http: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  const count = (socket: Socket, by: number): number => {
    const now = (unanswered.get(socket) ?? 0) + by
    unanswered.set(socket, now)
    return now
  }
  http.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    if (count(socket, 1) <= MAX_UNANSWERED) {
      // Counted down in the next turn only: SQLite answers before the next request of the same read starts, so a count in this
      // turn would never grow.
      reply.raw.once('close', () => setImmediate(() => count(socket, -1)))
      return done()
    }
    // The remaining requests of the same read arrive here, too, and get no answer.
    reply.hijack()
    socket.destroy()
  })
}
