import { words } from '@kaibo/contract/kernel/words.ts'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AGENT_PATH } from '@kaibo/contract/agent/frames.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { callerOf, createDoor, tooMany, type Door } from '#platform/http/door.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { Leave } from '#platform/places.ts'
import type { Claim } from './link.admission.ts'
import type { Link } from './link.service.ts'

/** The agents' WebSocket. */
export const linkPlugin = (link: Link) => async (http: FastifyInstance) => {
  const door = createDoor()
  const arrivals = new WeakMap<IncomingMessage, Leave>()
  http.route({
    method: 'GET',
    url: AGENT_PATH,
    config: { endpoint: 'agent.link' },
    websocket: true,
    preValidation: async (request, reply) => {
      arrivals.set(request.raw, await admit(link, door, request, reply))
    },
    handler: (socket, request) =>
      link.accept(socket, claimOf(request).pc_id, arrivals.get(request.raw)),
  })
}

/** A refused connection gets an HTTP answer with the reason, before the upgrade. */
async function admit(
  { admission, isFull }: Link,
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Leave> {
  if (!request.ws)
    throw new HttpFault(
      426,
      Code.invalid,
      words('此地址只接受WebSocket连接', 'This address takes WebSocket connections only'),
    )
  // Agents send no Origin header, browsers always do: a web page must not connect as a PC.
  if (request.headers.origin !== undefined) {
    throw new HttpFault(
      403,
      Code.forbidden,
      words('不接受来自浏览器的连接', 'No connections from a browser'),
    )
  }
  const caller = callerOf(request.ip)
  if (admission.isCrowded() || !admission.mayTry(caller)) throw tooMany(reply)
  const claim = claimOf(request)
  const known = door.enter(request, reply)
  try {
    await admission.check(claim)
  } catch (error) {
    admission.wasRefused(caller)
    throw error
  } finally {
    known()
  }
  const welcomed = isFull(claim.pc_id) ? undefined : admission.arrive(claim.pc_id)
  if (!welcomed) throw tooMany(reply)
  // A connection that closed before it was accepted does not count against the limits.
  request.raw.socket.once('close', welcomed)
  return welcomed
}

function claimOf(request: FastifyRequest): Claim {
  const query = request.query as Record<string, unknown>
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const ts = /^\d+$/.test(text('ts')) ? Number(text('ts')) : NaN
  return { pc_id: text('pc_id'), ts, nonce: text('nonce'), sig: text('sig') }
}
