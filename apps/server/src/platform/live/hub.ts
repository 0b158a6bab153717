import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
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
  /** The organisations and the person that it belongs to. Without it, everybody who may look at the list is told. */
  of?: { org_ids: readonly (string | null)[]; uid?: string }
}

/** Answers which of the topics are open to the actor. All topics of one frame come together, to be looked up at once. */
export type TopicPolicy = (actor: Actor, topics: readonly string[]) => Promise<readonly string[]>

export interface LiveHub {
  publish(message: LiveMessage): void
  /** The same, but only to the consoles of this server: for topics where each server reads the data for its own consoles. */
  deliver(message: LiveMessage): void
  /** Whether a console of this server listens to the topic. */
  isWatched(topic: string): boolean
  /** Of the topics whose part before `:` is `prefix`, those that consoles of this server listen to. */
  watched(prefix: string): string[]
  /**
   * Opens the topic of a list (contract: `live`) to everybody who may call the list. Call the answer after the commit of a
   * change: all who see the row are sent its key, except the login that wrote it; several changes may come as one message.
   * `sees`: the scope of a person in this list, where it differs from their own.
   */
  list(
    endpoint: Pick<Endpoint, 'name' | 'can'>,
    sees?: (actor: Actor) => Scope,
  ): (by: Actor, row: ChangedRow) => void
  /** Says which topics an actor may subscribe to, of those whose part before `:` is `prefix`. */
  policy(prefix: string, policy: TopicPolicy): void
  /**
   * Opens the topics of a record's form (contract: `form:<call>:<id>`) to everybody who may make the call and `sees` the record:
   * each hears who else has the form open.
   */
  form(
    endpoint: Pick<Endpoint, 'name' | 'can'>,
    sees: (actor: Actor, id: string) => Promise<boolean>,
  ): void
  /** A one-time ticket that opens the channel for this actor, as the same group, within `TICKET_TTL_MS`. */
  ticket(actor: Actor): string
  /** Closes the channels of these sessions at once, with the code and words the console would get over HTTP. */
  forceOut(session_ids: readonly string[], code: number, msg: Words): void
}
