import { fill, Layer, plain } from './layer.ts'

/** How often in a row a node's condition could not be decided, and since when it is left out for that. */
export interface Broken {
  edition: number
  inARow: number
  openedAt?: number
}

const BREAKER = 5
/** So long nothing asks the rule; then one event tries it. */
const OPEN_MS = 60_000

/** Leaves out rules whose condition cannot be decided. Another `edition` of the node, or a reset, begins to count anew. */
export class Breakers {
  readonly #nodes: Layer<Broken>

  constructor(below?: Breakers) {
    this.#nodes = new Layer(below && below.#nodes)
  }

  /** No rule is in trouble. */
  get isEmpty(): boolean {
    return this.#nodes.isEmpty
  }

  isOpen(key: string, edition: number, now: number): boolean {
    const node = this.#nodes.get(key)
    if (node?.openedAt === undefined || node.edition !== edition) return false
    // One that opened on a clock that was ahead is tried at once
    return now >= node.openedAt && now < node.openedAt + OPEN_MS
  }

  /** Answers whether this error opened it for the first time. */
  failed(key: string, edition: number, now: number): boolean {
    const node = this.#nodes.get(key)
    const known = node?.edition === edition ? node : undefined
    const inARow = (known?.inARow ?? 0) + 1
    const isOpen = inARow >= BREAKER
    this.#nodes.put(key, { edition, inARow, ...(isOpen && { openedAt: now }) })
    return isOpen && known?.openedAt === undefined
  }

  decided(key: string): void {
    if (this.#nodes.get(key)) this.#nodes.delete(key)
  }

  clear(): void {
    this.#nodes.clear()
  }

  fill(data: Record<string, Broken> | undefined): void {
    fill(this.#nodes, data)
  }

  toJSON(): Record<string, Broken> {
    return plain(this.#nodes)
  }
}
