import type { FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { callerOf, tooMany, type Door } from '#platform/http/door.ts'
import { Fault } from '#platform/fault.ts'
import { databaseAway, HttpFault } from '#platform/http/failure.ts'
import type { Claim } from './link.admission.ts'
import type { Link } from './link.service.ts'

/** A PC, and the number of the key by which it was known. */
export interface Known {
  pc_id: string
  key_no: number
}

/** Which PC has signed a request, with what it is about; throws the refusal. */
export const knownPc =
  ({ admission }: Pick<Link, 'admission'>, door: Door) =>
  async (request: FastifyRequest, reply: FastifyReply, about = ''): Promise<Known> => {
    // Agents send no Origin header, browsers always do: a web page must not speak as a PC.
    if (request.headers.origin !== undefined)
      throw new HttpFault(
        403,
        Code.forbidden,
        words('不接受来自浏览器的连接', 'No connections from a browser'),
      )
    const caller = callerOf(request.ip)
    if (!admission.mayTry(caller)) throw tooMany(reply)
    if (admission.isAway()) throw databaseAway()
    const claim = claimOf(request)
    const leave = door.enter(request, reply)
    try {
      const { key_no } = await admission.check(claim, about)
      return { pc_id: claim.pc_id, key_no }
    } catch (error) {
      if (error instanceof Fault) admission.wasRefused(caller)
      throw error
    } finally {
      leave()
    }
  }

export function claimOf(request: FastifyRequest): Claim {
  const query = request.query as Record<string, unknown>
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const ts = /^\d+$/.test(text('ts')) ? Number(text('ts')) : NaN
  return { pc_id: text('pc_id'), ts, nonce: text('nonce'), sig: text('sig') }
}
