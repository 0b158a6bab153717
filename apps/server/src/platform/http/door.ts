import { words } from '@kaibo/contract/kernel/words.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { createPlaces, type Leave } from '../places.ts'
import { HttpFault } from './failure.ts'
import { networkOf } from './network.ts'

/** Sockets whose other end has not shown yet who it is: of one address, and of all together. */
const STRANGERS = { each: 300, all: 2_000 }
/** The shortest time after which one that was turned away may come again; it adds a chance of its own. */
const RETRY_AFTER_S = 2

export interface Door {
  /** Call the answer once the other end has shown who it is; a socket that is closed leaves by itself. */
  enter(request: FastifyRequest, reply: FastifyReply): Leave
}

/** Whoever opens connections and never says who they are takes up some places, and nobody else's. */
export function createDoor(): Door {
  const places = createPlaces(STRANGERS)
  return {
    enter(request, reply) {
      const place = places.take(callerOf(request.ip))
      if (!place) throw tooMany(reply)
      const { socket } = request.raw
      const leave = () => {
        socket.off('close', leave)
        place()
      }
      socket.once('close', leave)
      return leave
    },
  }
}

export function tooMany(reply: FastifyReply): HttpFault {
  reply.header('retry-after', RETRY_AFTER_S)
  return new HttpFault(
    503,
    Code.tooMany,
    words('连接过多，请稍后重试', 'Too many connections; try again later'),
  )
}

/**
 * Whom a caller counts as. A program on this machine, or a proxy there that says for whom it calls nobody's address, stands
 * for all others behind it: it is bounded with everybody, not by itself.
 */
export function callerOf(ip: string): string | undefined {
  const network = networkOf(ip)
  return network.startsWith('127.') || ip === '::1' ? undefined : network
}
