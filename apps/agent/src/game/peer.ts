import type { FromGame, GameHello, ToGame } from '@kaibo/contract/game/link.schema.ts'

/** The other end of a link, however it is connected. */
export interface Peer {
  send(frame: ToGame): void
  /** Bytes that wait to be taken. */
  readonly waiting: number
  /** When it was heard last, of `elapsed`. */
  readonly heardAt: number
  /** Asks it whether it is still there. */
  ping(): void
  close(code: number, why: string): void
}

/** What takes a peer's frames once it has said who it is. */
export interface Host {
  frame(frame: Exclude<FromGame, GameHello>): void
  closed(): void
}

/** Lets a peer in by its hello, or says why not. */
export type Admit = (peer: Peer, hello: GameHello) => Host | string
