import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Seal } from '../seal.ts'

/** One-time keys to the live channel. Sealed, so that any server with the installation's key can read them. */
export interface Tickets {
  issue(session_id: string): string
  redeem(ticket: string): string | undefined
}

interface Content {
  session_id: string
  nonce: string
  expires_at: number
}

interface Options {
  seal: Seal
  clock: Clock
  ids: Ids
  bus: Bus
  ttlMs: number
}

const USED = 'live.ticket-used'

export function createTickets({ seal, clock, ids, bus, ttlMs }: Options): Tickets {
  const used = new Map<string, number>()
  bus.subscribe(USED, (message) => {
    const { nonce, expires_at } = message as Content
    used.set(nonce, expires_at)
  })

  function forgetExpired(now: number) {
    for (const [nonce, expires_at] of used) {
      if (expires_at > now) return
      used.delete(nonce)
    }
  }

  return {
    issue: (session_id) => {
      const expires_at = clock.now() + ttlMs
      return seal.close(JSON.stringify({ session_id, nonce: ids.secret(9), expires_at }))
    },
    redeem(ticket) {
      const content = contentOf(seal, ticket)
      const now = clock.now()
      forgetExpired(now)
      if (!content || content.expires_at <= now || used.has(content.nonce)) return undefined
      used.set(content.nonce, content.expires_at)
      bus.publish(USED, { nonce: content.nonce, expires_at: content.expires_at })
      return content.session_id
    },
  }
}

function contentOf(seal: Seal, ticket: string): Content | undefined {
  try {
    return JSON.parse(seal.open(ticket)) as Content
  } catch {
    return undefined
  }
}
