import type { RuleEvent } from './event.ts'

/** Names a node in the room's state: it stays the same when its set is edited. */
export const nodeKey = (setId: string, nodeId: string): string => `${setId}/${nodeId}`

/**
 * What met a cooldown and waits for its end. With `merge`: events that are to be answered together as one. With `queue`: one event, to be
 * answered by itself.
 */
export interface Pot {
  readonly set_id: string
  readonly node_id: string
  readonly node_name: string
  /** Tells apart what one node holds: cooldown, event key, viewer and kind of gift; of a queue also the event. */
  readonly account: string
  /** The last event that was added; its amounts are the sums of all. Never changed: another event takes its place. */
  readonly event: RuleEvent
  /** When the last event was added. */
  readonly heldAt: number
  /** When the cooldown ends. */
  until: number
  /** When a tick first found that something else keeps it back; nothing as long as none did. */
  askedAt?: number | undefined
  isQueued?: true
}

/** The pots of one room. */
export class Pots {
  /** By node and account. Within a node in the order in which they were begun. */
  readonly #nodes = new Map<string, Map<string, Pot>>()

  fill(pots: readonly Pot[]): void {
    for (const pot of pots) this.put({ ...checked(pot) })
  }

  toJSON(): Pot[] {
    return [...this.all()].map((pot) => ({ ...pot }))
  }

  *all(): Generator<Pot> {
    for (const pots of this.#nodes.values()) yield* pots.values()
  }

  has(node: string): boolean {
    return this.#nodes.has(node)
  }

  /** How many wait at the node. */
  countOf(node: string): number {
    return this.#nodes.get(node)?.size ?? 0
  }

  get(node: string, account: string): Pot | undefined {
    return this.#nodes.get(node)?.get(account)
  }

  /** Takes the place of the one before with the same account. */
  put(pot: Pot): void {
    const key = nodeKey(pot.set_id, pot.node_id)
    const known = this.#nodes.get(key)
    if (known) known.set(pot.account, pot)
    else this.#nodes.set(key, new Map([[pot.account, pot]]))
  }

  /** Whether this pot is still there and nothing was added to it. */
  holds(pot: Pot): boolean {
    return this.get(nodeKey(pot.set_id, pot.node_id), pot.account) === pot
  }

  remove({ set_id, node_id, account }: Pot): void {
    const key = nodeKey(set_id, node_id)
    const pots = this.#nodes.get(key)
    pots?.delete(account)
    if (pots?.size === 0) this.#nodes.delete(key)
  }

  clear(): void {
    this.#nodes.clear()
  }
}

/** A pot read from a file. What is damaged is refused at once: found at a tick, it would stop every tick after it. */
function checked(pot: Pot): Pot {
  const { set_id, node_id, account, event, until, heldAt } = pot
  const isWhole =
    [set_id, node_id, account, event.key, event.id].every((text) => typeof text === 'string') &&
    [until, heldAt].every(Number.isFinite) &&
    typeof event.vars === 'object'
  if (!isWhole) throw new TypeError('not a pot')
  return pot
}
