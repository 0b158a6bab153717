import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers and proxies send a request of a connection when they have the answer to the one before. */
const MAX_UNANSWERED = 20

/**
 * Cuts off a connection that sends many requests without waiting for their answers: one read of it may hold a thousand, and all
 * of them would be begun before anybody else's.
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
      // In the next turn only: what needs nothing but SQLite is answered before the next request of the same read begins.
      reply.raw.once('close', () => setImmediate(() => count(socket, -1)))
      return done()
    }
    // The rest of what was read comes here as well, and is left without an answer.
    reply.hijack()
    socket.destroy()
  })
}
