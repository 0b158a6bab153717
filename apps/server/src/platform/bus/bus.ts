/**
 * Messages between the server's parts and, with Redis, between its instances. At most once and unordered across channels:
 * whoever listens must be able to read the truth from the database.
 */
export interface Bus {
  publish(channel: string, message: unknown): void
  /** Answers how to stop listening. A publisher hears its own messages. */
  subscribe(channel: string, listener: (message: unknown) => void): () => void
  close(): Promise<void>
}
