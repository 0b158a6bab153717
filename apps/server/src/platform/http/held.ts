import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { HttpFault } from './failure.ts'
import { networkOf } from './network.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pushes are counted by themselves: they must not shut people out, nor people them. A stream is never held. */
    body?: 'push' | 'stream'
  }
}

/** What the bodies of one kind may take up together; `SHARE_BYTES` those of one address, which so shuts out nobody else. */
const HELD_BYTES = 67_108_864
const SHARE_BYTES = 33_554_432
/** What a request takes up beside its body. */
const REQUEST_BYTES = 16_384
const RETRY_AFTER_S = 5
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'TRACE'])

/**
 * Bounds the memory that bodies take up from the moment they are announced until they are answered or cut off: whoever
 * sends one slowly, or stops in the middle, has not said yet who they are.
 */
export function boundBodies(http: FastifyInstance): void {
  const held = new Map<string, number>()
  const count = (keys: readonly string[], by: number) => {
    for (const key of keys) {
      const left = (held.get(key) ?? 0) + by
      if (left === 0) held.delete(key)
      else held.set(key, left)
    }
  }
  http.addHook('onRequest', (request, reply, done) => {
    // Lists above all: they are to cost no more than they must.
    if (WITHOUT_BODY.has(request.method)) return done()
    const { body = 'call' } = request.routeOptions.config
    const size = body === 'stream' ? 0 : announced(request)
    if (size === 0) return done()
    const [all, own] = [body, `${body} ${networkOf(request.ip)}`]
    const isOver = (key: string, limit: number) => (held.get(key) ?? 0) + size > limit
    if (isOver(all, HELD_BYTES) || isOver(own, SHARE_BYTES)) {
      reply.header('retry-after', RETRY_AFTER_S)
      return done(new HttpFault(503, Code.unavailable, '服务繁忙，请稍后重试'))
    }
    count([all, own], size)
    reply.raw.once('close', () => count([all, own], -size))
    return done()
  })
}

/** What the request may come to take up. One that is over its limit is refused before it is read. */
function announced({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions
  if (headers['transfer-encoding'] !== undefined) return bodyLimit + REQUEST_BYTES
  const length = Number(headers['content-length'] ?? 0)
  return length > 0 && length <= bodyLimit ? length + REQUEST_BYTES : 0
}
