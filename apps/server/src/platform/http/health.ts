import type { FastifyInstance } from 'fastify'
import { isRecord } from '../record.ts'
import type { Metrics } from './observe.ts'

/** Why a server cannot serve, for the person who reads it. */
export class NotReady extends Error {}

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: Prometheus reads it. */
export function answerHealth(
  http: FastifyInstance,
  metrics: Metrics,
  ready: () => Promise<unknown>,
): void {
  http.get('/healthz', async () => ({ ok: true }))
  http.get('/readyz', async (request, reply) => {
    try {
      const more = await ready()
      return { ready: true, ...(isRecord(more) && more) }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      const why = error instanceof NotReady ? { why: error.message } : {}
      return reply.code(503).send({ ready: false, ...why })
    }
  })
  http.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  )
}
