import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Seal } from '../seal.ts'

/** Whom a ticket lets in: a login, and the group it views as. */
export interface Holder {
  session_id: string
  group_id: string | null
}

/** One-time keys to the live channel. Sealed, so that any server with the installation's key can read them. */
export interface Tickets {
  issue(holder: Holder): string
  redeem(ticket: string): Holder | undefined
}

interface Content extends Holder {
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
    const { nonce, expires_at } = message as Pick<Content, 'nonce' | 'expires_at'>
    used.set(nonce, expires_at)
  })

  function forgetExpired(now: number) {
    for (const [nonce, expires_at] of used) {
      if (expires_at > now) return
      used.delete(nonce)
    }
  }

  return {
    issue: (holder) => {
      const expires_at = clock.now() + ttlMs
      const content: Content = { ...holder, nonce: ids.secret(9), expires_at }
      return seal.close(JSON.stringify(content))
    },
    redeem(ticket) {
      const content = contentOf(seal, ticket)
      const now = clock.now()
      forgetExpired(now)
      if (!content || content.expires_at <= now || used.has(content.nonce)) return undefined
      used.set(content.nonce, content.expires_at)
      bus.publish(USED, { nonce: content.nonce, expires_at: content.expires_at })
      return { session_id: content.session_id, group_id: content.group_id }
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
