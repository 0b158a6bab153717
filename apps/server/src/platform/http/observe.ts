import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  /** A number that is read whenever the metrics are. */
  gauge(name: string, help: string, read: () => Promise<number>): void
  /** The answer adds to the counter. */
  counter(name: string, help: string): (by: number) => void
  /** Adds memory, processor and event loop of this process; call it once a process. */
  watchProcess(): void
  text(): Promise<string>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who called, once it is known. */
    uid: string
    /** The code of the envelope. */
    outcome: number
  }
}

const BUCKETS_S = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60]
const SLOW_MS = 1_000

const READ_MS = 1_000

async function inTime(reading: Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('the figure was not read in time')), READ_MS)
  })
  reading.catch(() => {})
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}

/**
 * Times and counts every answer by the name of its call, and logs those worth reading. Queries are never logged: they
 * may hold tickets and signatures.
 */
export function observe(http: FastifyInstance): Metrics {
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'kaibo_http_seconds',
    help: 'Time to answer, by call and code of the envelope',
    labelNames: ['endpoint', 'code'],
    buckets: BUCKETS_S,
    registers: [registry],
  })
  const logsAll = ['debug', 'trace'].includes(http.log.level)
  http.decorateRequest('uid', '')
  http.decorateRequest('outcome', 0)
  http.addHook('onResponse', (request, reply, done) => {
    const { endpoint = 'other' } = request.routeOptions.config
    const ms = reply.elapsedTime
    seconds.observe({ endpoint, code: request.outcome }, ms / 1_000)
    const isWorthIt = request.outcome !== 0 || ms > SLOW_MS || request.method !== 'GET'
    // What would be logged is put together only where it is: the address behind a proxy is read from headers.
    if (!isWorthIt && !logsAll) return done()
    request.log[isWorthIt ? 'info' : 'debug'](
      {
        endpoint,
        status: reply.statusCode,
        code: request.outcome,
        ms: Math.round(ms),
        uid: request.uid,
        ip: request.ip,
      },
      'answered',
    )
    done()
  })
  return {
    gauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // What cannot be read now is left out: the other figures are needed most when something is wrong.
          try {
            this.set(await inTime(read()))
          } catch {
            this.reset()
            this.set(NaN)
          }
        },
      }),
    counter: (name, help) => {
      const counter = new Counter({ name, help, registers: [registry] })
      return (by) => counter.inc(by)
    },
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    text: () => registry.metrics(),
  }
}
