import type { Transaction } from 'kysely'

/**
 * Whether this server and others hear each other at once. `none`: there is nothing but the rows in the database; `cut`: it is not
 * connected to the wire; `deaf`: it is, and hears none of those that are, too; `mute`: none of those hears it.
 */
export type BusState = 'none' | 'ok' | 'cut' | 'deaf' | 'mute'

/**
 * Messages between the server's parts and between servers. This server's own listeners hear first, those of others at once
 * where the bus works and within a second or two where it does not: the database carries what is said as well. Channels are not
 * ordered among each other. After an outage of more than 50 s messages are missing, and `onGap` says so.
 */
export interface Bus {
  publish(channel: string, message: unknown): void
  /** The same as a part of the transaction: said if, and only if, that is committed. */
  publishIn<Tables>(trx: Transaction<Tables>, channel: string, message: unknown): Promise<void>
  /** Only says that something stands in the database already: others hear nothing of it where the bus does not work. */
  hint(channel: string, message: unknown): void
  /** Answers how to stop listening. A publisher hears its own messages. */
  subscribe(channel: string, listener: (message: unknown) => void): () => void
  /** The listener hears that messages are missing, so that everything has to be read again. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** What carries texts from server to server at once, and may lose them. */
export interface Wire {
  say(text: string): void
  hear(listener: (text: string) => void): void
  readonly isConnected: boolean
  close(): Promise<void>
}
