import type { Hit, LimitPer, RunMode } from '@kaibo/contract/talk/talk.enums.ts'
import type { EventFacts } from '@kaibo/contract/talk/talk.events.ts'
import type { StoredVar } from '@kaibo/contract/talk/variable.schema.ts'
import type { CooldownGate } from './cooldown.ts'
import type { Test } from './checks.ts'
import type { CompiledAction } from './effects.ts'
import { Frame } from './frame.ts'
import type { SlotTable } from './scope.ts'

/** A node, compiled for one event. No field is optional: objects of one shape are read faster. */
export interface CompiledNode {
  readonly id: string
  readonly name: string
  readonly path: string
  /** Names the node in the room's state. */
  readonly key: string
  /** Hash of the node's id and the set's version. */
  readonly seed: number
  /** The same of its id alone. */
  readonly stamp: number
  readonly enabled: boolean
  readonly isActive: ((now: number) => boolean) | undefined
  readonly when: Test | undefined
  readonly probability: number | undefined
  readonly mutex: string | undefined
  readonly limit: { readonly max: number; readonly per: LimitPer } | undefined
  readonly cooldown: CooldownGate | undefined
  readonly run: RunMode
  /** Only to be said in a silence. */
  readonly proactive: boolean
  readonly priority: number
  readonly ttlMs: number
  readonly hit: Hit
  /** Ends its parent's walk where its condition holds. */
  readonly exclusive: boolean
  readonly weight: number
  /** Of these only the nodes that listen to the event. */
  readonly children: readonly CompiledNode[]
  /** Of a son. */
  readonly actions: readonly CompiledAction[] | undefined
}

export interface CompiledSet {
  readonly id: string
  readonly version: number
  /** `id@version` */
  readonly title: string
  readonly root: CompiledNode
}

/** A node whose cooldown keeps events, with what a tick needs to ask about them. */
export interface WaitingNode {
  readonly set: CompiledSet
  readonly node: CompiledNode
  readonly cooldown: CooldownGate
  /** From the root to the node, both included. */
  readonly path: readonly CompiledNode[]
  /** Its place among all nodes of the bundle, whatever they listen to. */
  readonly order: number
}

/** All that can answer one event, in the order of the bundle. */
export class Route {
  readonly event: EventFacts
  readonly sets: readonly CompiledSet[]
  /** By node key. */
  readonly waiting: ReadonlyMap<string, WaitingNode>
  readonly #table: SlotTable
  readonly #free: Frame[] = []

  constructor(
    event: EventFacts,
    sets: readonly CompiledSet[],
    waiting: ReadonlyMap<string, WaitingNode>,
    table: SlotTable,
  ) {
    this.event = event
    this.sets = sets
    this.waiting = waiting
    this.#table = table
  }

  /** A frame of its own for each evaluation, though one may begin within another. */
  take(): Frame {
    return this.#free.pop() ?? new Frame(this.#table)
  }

  give(frame: Frame): void {
    this.#free.push(frame)
  }
}

/** A rule's own timer. */
export interface Timer {
  /** Of the node. */
  readonly key: string
  readonly route: string
  readonly everyMs: number
  readonly jitterMs: number
}

/** Compiled rule sets. The key of a route is that of its event, or says besides for whom or when it is raised (`route-key.ts`). */
export interface Program {
  readonly routes: ReadonlyMap<string, Route>
  /** By event: within which times its gifts are folded, in milliseconds. */
  readonly folds: ReadonlyMap<string, readonly number[]>
  /** By event: how long before its moment rules act, in seconds. */
  readonly leads: ReadonlyMap<string, readonly number[]>
  readonly timers: readonly Timer[]
  /** The variables that rules and games can set. */
  readonly stored: ReadonlyMap<string, StoredVar>
}

export const NO_PROGRAM: Program = {
  routes: new Map(),
  folds: new Map(),
  leads: new Map(),
  timers: [],
  stored: new Map(),
}
