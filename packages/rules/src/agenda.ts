import type { RuleEvent } from './event.ts'

/** Gifts of one viewer that are folded into one event. */
export interface Fold {
  /** The route that answers them: `<event>~<ms>`. */
  route: string
  event: RuleEvent
  due: number
}

/** A moment that is foreseen. */
export interface Eta {
  id: string
  at: number
  vars: RuleEvent['vars']
}

export interface AgendaData {
  folds?: Record<string, Fold>
  timers?: Record<string, number>
  etas?: Record<string, Eta>
  told?: Record<string, number>
  silences?: number
}

/** Of how many foreseen moments it is remembered which rules they have reached. */
const MAX_TOLD = 1_000

/** What is due at its time. Small, and copied whole. */
export class Agenda {
  readonly folds = new Map<string, Fold>()
  /** When each timer rings next, by node. */
  readonly timers = new Map<string, number>()
  readonly etas = new Map<string, Eta>()
  /** When a foreseen moment, by its id, was told to a route. */
  readonly #told = new Map<string, number>()
  /** How often the present silence was raised. */
  silences = 0

  /** Whether the moment was not told there before. */
  tell(route: string, eta: Eta): boolean {
    const key = `${route}\n${eta.id}`
    if (this.#told.has(key)) return false
    this.#told.set(key, eta.at)
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= MAX_TOLD) break
      this.#told.delete(oldest)
    }
    return true
  }

  clear(): void {
    for (const memory of [this.folds, this.timers, this.etas, this.#told]) memory.clear()
    this.silences = 0
  }

  fill(data: AgendaData): void {
    const { folds, timers, etas, told, silences = 0 } = structuredClone(data)
    put(this.folds, folds)
    put(this.timers, timers)
    put(this.etas, etas)
    put(this.#told, told)
    this.silences = silences
  }

  toJSON(): AgendaData {
    return structuredClone({
      folds: Object.fromEntries(this.folds),
      timers: Object.fromEntries(this.timers),
      etas: Object.fromEntries(this.etas),
      told: Object.fromEntries(this.#told),
      silences: this.silences,
    })
  }
}

function put<V>(map: Map<string, V>, data: Record<string, V> = {}): void {
  for (const [key, value] of Object.entries(data)) map.set(key, value)
}
