import type { Hit, LimitPer } from '@kaibo/contract/talk/talk.enums.ts'
import type { CooldownGate } from './cooldown.ts'
import type { Test } from './checks.ts'
import type { Frame } from './frame.ts'
import type { Say } from './say.ts'

/** A node, compiled for one event. No field is optional: objects of one shape are read faster. */
export interface CompiledNode {
  readonly id: string
  readonly name: string
  readonly path: string
  /** Names the node in the room's state. */
  readonly key: string
  /** Hash of the node's id and the set's version. */
  readonly seed: number
  readonly enabled: boolean
  readonly isActive: ((now: number) => boolean) | undefined
  readonly when: Test | undefined
  readonly probability: number | undefined
  readonly mutex: string | undefined
  readonly limit: { readonly max: number; readonly per: LimitPer } | undefined
  readonly cooldown: CooldownGate | undefined
  readonly priority: number
  readonly ttlMs: number
  readonly hit: Hit
  /** Ends its parent's walk where its condition holds. */
  readonly exclusive: boolean
  readonly weight: number
  /** Of these only the nodes that listen to the event. */
  readonly children: readonly CompiledNode[]
  /** Of a son. */
  readonly say: Say | undefined
}

export interface CompiledSet {
  readonly id: string
  /** `id@version` */
  readonly title: string
  readonly root: CompiledNode
}

/** A node whose cooldown merges, with what a tick needs to ask about its pots. */
export interface MergingNode {
  readonly frame: Frame
  readonly set: CompiledSet
  readonly node: CompiledNode
  readonly cooldown: CooldownGate
  /** From the root to the node, both included. */
  readonly path: readonly CompiledNode[]
  /** Its place among all nodes of the bundle, whatever they listen to. */
  readonly order: number
}

/** All that can answer one event, in the order of the bundle. */
export interface Route {
  readonly frame: Frame
  readonly sets: readonly CompiledSet[]
  /** By node key. */
  readonly merging: ReadonlyMap<string, MergingNode>
}

/** Compiled rule sets: event key → route. */
export type Program = ReadonlyMap<string, Route>
