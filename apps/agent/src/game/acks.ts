import type { ToGame } from '@kaibo/contract/game/link.schema.ts'
import type { Time } from '#time/time.ts'
import type { Peer } from './peer.ts'

type Ack = Extract<ToGame, { type: 'ack' }>

interface Waiting {
  peer: Peer
  ack: Ack
  /** Something else that has to be on the disk too. */
  also: Promise<boolean>
}

const AGAIN_MS = 1_000

/** Says what is on the disk. All that came while the disk was busy is written at once. */
export class Acks {
  readonly #flush: () => Promise<boolean>
  readonly #time: Time
  #waiting: Waiting[] = []
  #isBusy = false
  #isOver = false
  #cancel: (() => void) | undefined

  constructor(flush: () => Promise<boolean>, time: Time) {
    this.#flush = flush
    this.#time = time
  }

  add(peer: Peer, ack: Ack, also: Promise<boolean> = Promise.resolve(true)): void {
    this.#waiting.push({ peer, ack, also })
    if (!this.#isBusy && !this.#cancel) void this.#work()
  }

  close(): void {
    this.#isOver = true
    this.#cancel?.()
    this.#waiting = []
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    while (this.#waiting.length > 0 && !this.#isOver) {
      const some = this.#waiting.splice(0)
      if (await this.#isKept(some)) for (const { peer, ack } of some) peer.send(ack)
      else {
        this.#waiting = [...some, ...this.#waiting]
        this.#cancel = this.#time.after(AGAIN_MS, () => {
          this.#cancel = undefined
          void this.#work()
        })
        break
      }
    }
    this.#isBusy = false
  }

  async #isKept(some: readonly Waiting[]): Promise<boolean> {
    const others = await Promise.all(some.map(({ also }) => also))
    return !others.includes(false) && (await this.#flush().catch(() => false))
  }
}
