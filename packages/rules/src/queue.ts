import type { Frame } from './frame.ts'
import type { CooldownOf, PotOwner } from './merge.ts'
import { nodeKey } from './pots.ts'

/** How many events wait at one node; more are stopped as by a cooldown that drops. */
const CAPACITY = 50

/** The events of one node that wait to be answered one after the other. */
export class Queue {
  readonly #owner: PotOwner
  readonly #cooldown: CooldownOf

  constructor(owner: PotOwner, cooldown: CooldownOf) {
    this.#owner = owner
    this.#cooldown = cooldown
  }

  /** Answers whether there was room for it. */
  hold(frame: Frame, until: number): boolean {
    const { state, event, now } = frame
    const { set_id, node_id } = this.#owner
    if (state.pots.countOf(nodeKey(set_id, node_id)) >= CAPACITY) return false
    const { key, who } = this.#cooldown
    const account = JSON.stringify([key, who(frame), event.key, event.id])
    state.pots.put({ ...this.#owner, account, event, heldAt: now, until, isQueued: true })
    return true
  }
}
