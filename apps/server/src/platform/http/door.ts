import { words } from '@kaibo/contract/kernel/words.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { createPlaces, type Leave } from '../places.ts'
import { HttpFault } from './failure.ts'
import { networkOf } from './network.ts'

/** The most sockets that have not authenticated yet: of one address, and in all. */
const UNAUTHENTICATED = { each: 300, all: 2_000 }
/** The shortest time after which a refused client may try again; the client adds a random part. */
const RETRY_AFTER_S = 2

export interface Door {
  /** Takes a place for a socket. Call the answer when it has authenticated; a socket that closes gives its place back. */
  enter(request: FastifyRequest, reply: FastifyReply): Leave
}

/** Bounds sockets that have not authenticated, so that one address cannot take up all places. */
export function createDoor(): Door {
  const places = createPlaces(UNAUTHENTICATED)
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
 * The sender that a caller counts as; undefined for a program on this machine. That may be a proxy which does not forward
 * addresses, so only the bound for all applies to it.
 */
export function callerOf(ip: string): string | undefined {
  const network = networkOf(ip)
  return network.startsWith('127.') || ip === '::1' ? undefined : network
}
