import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { Once } from '../once.ts'
import type { Seal } from '../seal.ts'

/** Whom a ticket lets in: a login, and the group it views as. */
export interface Holder {
  session_id: string
  group_id: string | null
}

/** One-time keys to the live channel. Sealed, so that any server with the installation's key can read them; used once on all of them. */
export interface Tickets {
  issue(holder: Holder): string
  redeem(ticket: string): Promise<Holder | undefined>
}

interface Content extends Holder {
  nonce: string
  expires_at: number
}

interface Options {
  seal: Seal
  clock: Clock
  ids: Ids
  once: Once
  ttlMs: number
}

export function createTickets({ seal, clock, ids, once, ttlMs }: Options): Tickets {
  return {
    issue: (holder) => {
      const expires_at = clock.now() + ttlMs
      const content: Content = { ...holder, nonce: ids.secret(9), expires_at }
      return seal.close(JSON.stringify(content))
    },
    async redeem(ticket) {
      const content = contentOf(seal, ticket)
      const left = content ? content.expires_at - clock.now() : 0
      if (!content || left <= 0) return undefined
      const isFirst = await once(`ticket ${content.nonce}`, 2 * ttlMs)
      return isFirst ? { session_id: content.session_id, group_id: content.group_id } : undefined
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
