import type { Sentence } from '@kaibo/contract/facts/sentences.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { Actor } from '../auth/actor.ts'

/** One message for the consoles that subscribe to `topic` and may see rows of `org_id`. */
export interface LiveMessage {
  topic: string
  org_id: string
  event: string
  data: unknown
}

/** A row of a list that was written. */
export interface ChangedRow {
  id: string
  /** Whose it is: these organisations', and this person's. Without it everybody who may look at the list sees it. */
  of?: { org_ids: readonly (string | null)[]; uid?: string }
}

export interface LiveHub {
  publish(message: LiveMessage): void
  /**
   * Opens the topic of a list (contract: `live`) to whom may call it. Answers how to tell, after the commit, that a row
   * changed: those who see the row hear its key, the login that wrote it does not, and many in a row are one message.
   */
  list(endpoint: Pick<Endpoint, 'name' | 'can'>): (by: Actor, row: ChangedRow) => void
  /** Whether an actor may subscribe to a topic; asked once a subscription, by the topic's prefix before `:`. */
  guard(prefix: string, allows: (actor: Actor, topic: string) => Promise<boolean>): void
  /** A one-time ticket that opens the channel for this actor, as the same group, within `TICKET_TTL_MS`. */
  ticket(actor: Actor): string
  /** Closes the channels of these sessions at once, with the code and words the console would get over HTTP. */
  forceOut(session_ids: readonly string[], code: number, msg: Sentence): void
}
