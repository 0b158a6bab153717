import type { GameInput } from '@kaibo/contract/game/link.schema.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import type { Outbox, Queued } from './outbox.ts'
import type { Peer } from './peer.ts'

export interface Settled {
  state: 'done' | 'failed' | 'lost'
  detail: string
}

interface DeliveryOptions {
  outbox: Outbox
  time: Time
  clock: ServerClock
  /** Called once for each command, before it is forgotten. */
  settled: (queued: Queued, how: Settled) => void
}

/** How much may wait in the game's connection before more is held back here. */
const HIGH_WATER = 262_144
const AGAIN_MS = 20
/** What viewers do is told as it happens: of more than this the oldest is left out. */
const MOST_INPUTS = 200
/** A game that has begun anew is told what is younger than this. */
const FRESH_MS = 30_000

export const NOT_LINKED = '游戏未连接'

/** Brings commands to the game, each until it is answered, and what viewers do, as long as there is room. */
export class Delivery {
  readonly #options: DeliveryOptions
  #peer: Peer | undefined
  /** The game marks players that are AI. */
  #isLabelled = false
  /** In their order. */
  readonly #unsent = new Set<string>()
  #inputs: GameInput[] = []
  #cancel: (() => void) | undefined
  readonly #awaited = new Map<string, (how: Settled) => void>()

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#options.outbox.size
  }

  /** What was added before is not added again, whatever became of it. */
  add(queued: Queued): void {
    const { outbox } = this.#options
    if (outbox.knows(queued.id)) return
    const over = outbox.add(queued)
    if (over) this.#settle(over.id, { state: 'lost', detail: '等待的命令太多' })
    this.#unsent.add(queued.id)
    this.#pump()
  }

  /** Resolves when it is settled. */
  async addAndWait(queued: Queued): Promise<Settled> {
    if (!this.#peer) return { state: 'failed', detail: NOT_LINKED }
    const end = new Promise<Settled>((resolve) => this.#awaited.set(queued.id, resolve))
    this.add(queued)
    return end
  }

  input(input: GameInput): void {
    if (!this.#peer || (input.is_ai && !this.#isLabelled)) return
    this.#inputs.push(input)
    if (this.#inputs.length > MOST_INPUTS) this.#inputs.shift()
    this.#pump()
  }

  /** Another process of the game knows nothing of what the one before was told. */
  attach(peer: Peer, { isSame, isLabelled }: { isSame: boolean; isLabelled: boolean }): void {
    const { outbox, clock } = this.#options
    this.#peer = peer
    this.#isLabelled = isLabelled
    this.#inputs = []
    this.#unsent.clear()
    // What is settled meanwhile leaves the map that is read here, which a map allows
    for (const { id, queued_at } of outbox.all) {
      if (isSame || clock.now() - queued_at < FRESH_MS) this.#unsent.add(id)
      else this.#settle(id, { state: 'lost', detail: '游戏重新启动' })
    }
    this.#pump()
  }

  detach(): void {
    this.#peer = undefined
    this.#inputs = []
    this.#cancel?.()
    this.#cancel = undefined
  }

  result({ id, ok, detail }: { id: string; ok: boolean; detail: string }): void {
    this.#settle(id, { state: ok ? 'done' : 'failed', detail })
  }

  /** Those that are not answered will not be. */
  lose(detail: string, which: (queued: Queued) => boolean = () => true): void {
    for (const queued of this.#options.outbox.all)
      if (which(queued)) this.#settle(queued.id, { state: 'lost', detail })
  }

  #settle(id: string, how: Settled): void {
    const { outbox, settled } = this.#options
    const queued = outbox.get(id)
    if (!queued) return
    settled(queued, how)
    outbox.settle(id)
    this.#unsent.delete(id)
    this.#awaited.get(id)?.(how)
    this.#awaited.delete(id)
  }

  #pump(): void {
    const peer = this.#peer
    if (!peer || this.#cancel) return
    for (const id of this.#unsent) {
      if (peer.waiting >= HIGH_WATER) break
      this.#unsent.delete(id)
      this.#send(peer, id)
    }
    while (this.#inputs.length > 0 && peer.waiting < HIGH_WATER) {
      const input = this.#inputs.shift()
      if (input) peer.send(input)
    }
    if (this.#unsent.size === 0 && this.#inputs.length === 0) return
    this.#cancel = this.#options.time.after(AGAIN_MS, () => {
      this.#cancel = undefined
      this.#pump()
    })
  }

  #send(peer: Peer, id: string): void {
    const queued = this.#options.outbox.get(id)
    if (!queued) return
    const { name, args, user, count, value_fen, is_ai, is_test, ttl_ms, queued_at } = queued
    if (is_ai && !this.#isLabelled)
      return this.#settle(id, { state: 'failed', detail: '游戏没有标出机器人' })
    const age = this.#options.clock.now() - queued_at
    peer.send({
      type: 'cmd',
      id,
      name,
      args,
      user,
      count,
      value_fen,
      is_ai,
      is_test,
      ttl_ms: Math.max(0, ttl_ms - Math.max(0, age)),
    })
  }
}
