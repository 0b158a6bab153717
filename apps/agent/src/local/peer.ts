/** The other end of a link of this machine, however it is connected. */
export interface Peer<To> {
  send(frame: To): void
  /** Bytes that wait to be taken. */
  readonly waiting: number
  /** When it was heard last, of `elapsed`. */
  readonly heardAt: number
  /** Asks it whether it is still there. */
  ping(): void
  close(code: number, why: string): void
}

/** What takes a peer's frames once it has said who it is. */
export interface Host<From> {
  frame(frame: From): void
  closed(): void
}

/** Lets a peer in by its hello, or says why not. */
export type Admit<Hello, From, To> = (peer: Peer<To>, hello: Hello) => Host<From> | string
