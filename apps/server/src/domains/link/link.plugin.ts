import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AGENT_PATH } from '@kaibo/contract/agent/frames.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { Claim } from './link.admission.ts'
import type { Link } from './link.service.ts'

/** The shortest time after which one that was turned away may come again; it adds a chance of its own. */
const RETRY_AFTER_S = 2

/** The agents' WebSocket. */
export const linkPlugin = (link: Link) => async (http: FastifyInstance) => {
  http.route({
    method: 'GET',
    url: AGENT_PATH,
    config: { endpoint: 'agent.link' },
    websocket: true,
    preValidation: (request, reply) => admit(link, request, reply),
    handler: (socket, request) => link.accept(socket, claimOf(request).pc_id),
  })
}

/** Whoever may not come in is told so over HTTP, before the upgrade. */
async function admit({ admission }: Link, request: FastifyRequest, reply: FastifyReply) {
  if (!request.ws) throw new HttpFault(426, Code.invalid, '此地址只接受WebSocket连接')
  // Agents send no Origin, browsers always do: a page must not speak as the PC it is opened on.
  if (request.headers.origin !== undefined) {
    throw new HttpFault(403, Code.forbidden, '不接受来自浏览器的连接')
  }
  if (!admission.mayTry(request.ip)) throw tooMany(reply)
  await admission.check(claimOf(request))
  if (!admission.hasRoom()) throw tooMany(reply)
}

function tooMany(reply: FastifyReply): HttpFault {
  reply.header('retry-after', RETRY_AFTER_S)
  return new HttpFault(503, Code.tooMany, '连接过多，请稍后重试')
}

function claimOf(request: FastifyRequest): Claim {
  const query = request.query as Record<string, unknown>
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const ts = /^\d+$/.test(text('ts')) ? Number(text('ts')) : NaN
  return { pc_id: text('pc_id'), ts, nonce: text('nonce'), sig: text('sig') }
}
