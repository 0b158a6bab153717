import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { add } from './decimal.ts'
import type { RuleEvent } from './event.ts'
import { isFault, UNSENT, type Value } from './fault.ts'
import type { Frame } from './frame.ts'
import { nodeKey, type Pot } from './pots.ts'
import type { Scope } from './scope.ts'
import type { Term } from './term.ts'

/** The node that holds a pot. */
export interface PotOwner {
  readonly set_id: string
  readonly node_id: string
  readonly node_name: string
}

/** A cooldown as one node asks it. */
export interface CooldownOf {
  readonly key: string
  /** Whose cooldown the event meets; empty where all share one. */
  readonly who: (frame: Frame) => string
}

interface Amount {
  readonly index: number
  readonly key: string
}

/** The pots of one node whose cooldown merges, under one event. */
export class Merge {
  readonly #owner: PotOwner
  readonly #node: string
  readonly #cooldown: CooldownOf
  readonly #sums: readonly Amount[]
  readonly #separates: readonly Term[]

  constructor(
    owner: PotOwner,
    cooldown: CooldownOf,
    sums: readonly Amount[],
    separates: readonly Term[],
  ) {
    this.#owner = owner
    this.#node = nodeKey(owner.set_id, owner.node_id)
    this.#cooldown = cooldown
    this.#sums = sums
    this.#separates = separates
  }

  /** The pot that the event's amounts belong to, if one waits. */
  find(frame: Frame): Pot | undefined {
    const { pots } = frame.state
    return pots.has(this.#node) ? pots.get(this.#node, this.#accountOf(frame)) : undefined
  }

  /** Adds the event to its pot, with the amounts as nodes read them here: those of a pot above are already in them. */
  hold(frame: Frame, until: number): void {
    const { state, event, now } = frame
    const account = this.#accountOf(frame)
    const kept = state.pots.get(this.#node, account)?.event
    const vars = { ...event.vars }
    for (const { index, key } of this.#sums) {
      const sum = sumOf(frame.read(index), kept?.vars[key])
      if (sum !== undefined) vars[key] = sum
    }
    state.pots.put({ ...this.#owner, account, event: { ...event, vars }, heldAt: now, until })
  }

  /** Adds the amounts of a pot to the event's own, for the nodes below. The function that it answers restores the event's own. */
  add({ vars }: RuleEvent, frame: Frame): () => void {
    const own = this.#sums.map(({ index }) => frame.read(index))
    for (const { index, key } of this.#sums) {
      frame.replace(index, sumOf(frame.read(index), vars[key]) ?? UNSENT)
    }
    return () => {
      for (const [place, { index }] of this.#sums.entries())
        frame.replace(index, own[place] ?? UNSENT)
    }
  }

  #accountOf(frame: Frame): string {
    const { key, who } = this.#cooldown
    const parts = this.#separates.map(({ index }) => {
      const value = frame.read(index)
      return isFault(value) ? null : value
    })
    return JSON.stringify([key, who(frame), frame.event.key, ...parts])
  }
}

/** An event that lacks the amount adds nothing, and takes nothing from the sum. */
export function sumOf(own: Value | undefined, kept: Scalar | undefined): number | undefined {
  if (typeof kept !== 'number') return typeof own === 'number' ? own : undefined
  if (typeof own !== 'number') return kept
  const sum = add(own, kept)
  return isFault(sum) ? kept : sum
}

/** Reports an error if the event has no amounts that could be added up. */
export function compileMerge(
  owner: PotOwner,
  cooldown: CooldownOf,
  path: string,
  scope: Scope,
): Merge {
  const { variables, label } = scope.event
  const sums = variables.flatMap(({ key, sums: isSum }) => {
    const term = isSum && scope.variable(key, path)
    return term ? { index: term.index, key } : []
  })
  const separates = variables.flatMap(
    ({ key, separates: isApart }) => (isApart && scope.variable(key, path)) || [],
  )
  if (sums.length === 0) scope.report(path, `触发事件“${label.zh}”没有可以合并的数量`)
  return new Merge(owner, cooldown, sums, separates)
}
