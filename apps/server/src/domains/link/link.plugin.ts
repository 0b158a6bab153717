import { words } from '@kaibo/contract/kernel/words.ts'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AGENT_PATH } from '@kaibo/contract/agent/frames.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { createDoor, tooMany, type Door } from '#platform/http/door.ts'
import { HttpFault } from '#platform/http/failure.ts'
import type { Leave } from '#platform/places.ts'
import { knownPc, type Known } from './link.known.ts'
import type { Link } from './link.service.ts'

/** The agents' WebSocket. */
export const linkPlugin = (link: Link) => async (http: FastifyInstance) => {
  const door = createDoor()
  const arrivals = new WeakMap<IncomingMessage, Arrival>()
  http.route({
    method: 'GET',
    url: AGENT_PATH,
    config: { endpoint: 'agent.link' },
    websocket: true,
    preValidation: async (request, reply) => {
      arrivals.set(request.raw, await admit(link, door, request, reply))
    },
    handler: (socket, request) => {
      const arrival = arrivals.get(request.raw)
      if (arrival) link.accept(socket, arrival.known, arrival.welcomed)
    },
  })
}

/** Which PC it is, and to be called when it has been welcomed. */
interface Arrival {
  known: Known
  welcomed: Leave
}

/** A refused connection gets an HTTP answer with the reason, before the upgrade. */
async function admit(
  link: Link,
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Arrival> {
  const { admission, isFull } = link
  if (!request.ws)
    throw new HttpFault(
      426,
      Code.invalid,
      words('此地址只接受WebSocket连接', 'This address takes WebSocket connections only'),
    )
  if (admission.isCrowded()) throw tooMany(reply)
  const known = await knownPc(link, door)(request, reply)
  const { pc_id } = known
  const welcomed = isFull(pc_id) ? undefined : admission.arrive(pc_id)
  if (!welcomed) throw tooMany(reply)
  // A connection that closed before it was accepted does not count against the limits.
  request.raw.socket.once('close', welcomed)
  return { known, welcomed }
}
