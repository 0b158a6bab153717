import type { Cooldown } from '@kaibo/contract/talk/talk.schema.ts'
import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { Frame } from './frame.ts'
import { compileMerge, type CooldownOf, type Merge, type PotOwner } from './merge.ts'
import { nodeKey } from './pots.ts'
import type { Scope } from './scope.ts'
import type { Span } from './state.ts'

/** The cooldown of one node: whom it stops, for how long, and whether events that it stops are answered later. */
export class CooldownGate {
  readonly ms: number
  /** Keeps the events that the cooldown stops, where it has `merge`; without, they are forgotten. */
  readonly merge: Merge | undefined
  readonly #of: CooldownOf

  constructor(ms: number, of: CooldownOf, merge: Merge | undefined) {
    this.ms = ms
    this.merge = merge
    this.#of = of
  }

  who(frame: Frame): string {
    return this.#of.who(frame)
  }

  /** The cooldown that the event meets; nothing when it is over. */
  running(frame: Frame): Span | undefined {
    return frame.state.runningCooldown(this.#of.key, this.who(frame), frame.now)
  }

  start(frame: Frame): void {
    frame.state.startCooldown(this.#of.key, this.who(frame), frame.now, this.ms)
  }
}

export function compileCooldown(
  { ms, scope: sharedBy, group, on_hit }: Cooldown,
  owner: PotOwner,
  path: string,
  scope: Scope,
): CooldownGate {
  if (sharedBy === 'group' && !group) scope.report(path, '请输入冷却组')
  const node = nodeKey(owner.set_id, owner.node_id)
  // A node key has a slash in it; these have none, so they cannot be equal to one
  const keys = { rule: node, user: node, group: `group:${group}`, room: 'room' }
  const user = sharedBy === 'user' ? scope.variable(USER_KEY, path) : undefined
  const of = {
    key: keys[sharedBy],
    // An event that names no viewer waits for the rule's own cooldown
    who: user ? (frame: Frame) => String(frame.values[user.index] ?? '') : () => '',
  }
  return new CooldownGate(
    ms,
    of,
    on_hit === 'merge' ? compileMerge(owner, of, path, scope) : undefined,
  )
}
