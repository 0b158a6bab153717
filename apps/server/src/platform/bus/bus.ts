/**
 * Messages between the server's parts and, with Redis, between its instances. A message may be lost, and channels are not
 * ordered among each other: a listener must be able to read the actual state from the database.
 */
export interface Bus {
  publish(channel: string, message: unknown): void
  /** Answers how to stop listening. A publisher hears its own messages. */
  subscribe(channel: string, listener: (message: unknown) => void): () => void
  close(): Promise<void>
}
