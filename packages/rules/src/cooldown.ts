import type { Cooldown } from '@kaibo/contract/talk/talk.schema.ts'
import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import { isFault, type Value } from './fault.ts'
import type { Frame } from './frame.ts'
import { compileMerge, type CooldownOf, type Merge, type PotOwner } from './merge.ts'
import { nodeKey } from './pots.ts'
import { Queue } from './queue.ts'
import type { Scope } from './scope.ts'
import type { Term } from './term.ts'
import type { Span } from './state.ts'

/** The cooldown of one node: whom it stops, for how long, and whether events that it stops are answered later. */
export class CooldownGate {
  readonly ms: number
  /** Adds up the events that the cooldown stops, where it has `merge`. */
  readonly merge: Merge | undefined
  /** Keeps them one by one, where it has `queue`. Without either they are forgotten. */
  readonly queue: Queue | undefined
  readonly #of: CooldownOf

  constructor(ms: number, of: CooldownOf, after: { merge?: Merge; queue?: Queue }) {
    this.ms = ms
    this.merge = after.merge
    this.queue = after.queue
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
  { ms, scope: sharedBy, group, key, on_hit }: Cooldown,
  owner: PotOwner,
  path: string,
  scope: Scope,
): CooldownGate {
  if (sharedBy === 'group' && !group) scope.report(path, '请输入冷却组')
  const node = nodeKey(owner.set_id, owner.node_id)
  // A node key has a slash in it; these have none, so they cannot be equal to one
  const keys = { rule: node, user: node, group: `group:${group}`, room: 'room' }
  // An event that names no viewer waits for the rule's own cooldown
  const user =
    sharedBy === 'user' && scope.knows(USER_KEY) ? scope.variable(USER_KEY, path) : undefined
  const each = key && scope.read(key, path)
  const of = { key: keys[sharedBy], who: (frame: Frame) => whoOf(frame, user, each) }
  return new CooldownGate(ms, of, {
    ...(on_hit === 'merge' && { merge: compileMerge(owner, of, path, scope) }),
    ...(on_hit === 'queue' && { queue: new Queue(owner, of) }),
  })
}

function whoOf(frame: Frame, user: Term | undefined, each: Term | undefined): string {
  const who = user ? textOf(frame.read(user.index)) : ''
  return each ? `${who}\n${textOf(frame.read(each.index))}` : who
}

const textOf = (value: Value): string => (isFault(value) ? '' : String(value))
