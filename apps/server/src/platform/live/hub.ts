import type { Actor } from '../auth/actor.ts'

/** One message for the consoles that subscribe to `topic` and may see rows of `org_id`. */
export interface LiveMessage {
  topic: string
  org_id: string
  event: string
  data: unknown
}

export interface LiveHub {
  publish(message: LiveMessage): void
  /** Whether an actor may subscribe to a topic; asked once a subscription, by the topic's prefix before `:`. */
  guard(prefix: string, allows: (actor: Actor, topic: string) => Promise<boolean>): void
  /** A one-time ticket that opens the channel for this actor within `TICKET_TTL_MS`. */
  ticket(actor: Actor): string
  /** Closes the channels of these sessions at once, with the code and words the console would get over HTTP. */
  forceOut(session_ids: readonly string[], code: number, msg: string): void
}
