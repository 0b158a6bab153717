import type { FastifyInstance } from 'fastify'
import type { Metrics } from './observe.ts'

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: Prometheus reads it. */
export function answerHealth(
  http: FastifyInstance,
  metrics: Metrics,
  ready: () => Promise<void>,
): void {
  http.get('/healthz', async () => ({ ok: true }))
  http.get('/readyz', async (request, reply) => {
    try {
      await ready()
      return { ready: true }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ ready: false })
    }
  })
  http.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  )
}
