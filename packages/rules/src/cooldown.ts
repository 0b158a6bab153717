import type { Cooldown } from '@kaibo/contract/talk/talk.schema.ts'
import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { Frame } from './frame.ts'
import type { Scope, Term } from './scope.ts'

interface Amounts {
  readonly sums: readonly Term[]
  readonly separates: readonly Term[]
}

/** One node's cooldown: who waits, for how long, and what becomes of events that come too early. */
export class CooldownGate {
  readonly #ms: number
  readonly #key: string
  readonly #user: Term | undefined
  readonly #amounts: Amounts | undefined

  constructor(ms: number, key: string, user: Term | undefined, amounts: Amounts | undefined) {
    this.#ms = ms
    this.#key = key
    this.#user = user
    this.#amounts = amounts
  }

  /** Whose cooldown this event meets; nothing when it should be a viewer's and the event names none. */
  who(frame: Frame): string | undefined {
    if (!this.#user) return ''
    const value = frame.values[this.#user.index]
    return value === undefined ? undefined : String(value)
  }

  /** Whether an event that comes too early is answered later, together with the next. */
  get merges(): boolean {
    return this.#amounts !== undefined
  }

  left(who: string, frame: Frame): number {
    return frame.state.cooldownLeft(this.#key, who, frame.now)
  }

  start(frame: Frame): void {
    frame.state.startCooldown(this.#key, this.who(frame) ?? '', frame.now, this.#ms)
    if (this.#amounts) frame.state.settle(this.#key, accountOf(this.#amounts, frame))
  }

  /** Keeps the amounts of an event that came too early, until one more cooldown has passed: later thanks would puzzle. */
  merge(left: number, frame: Frame): void {
    if (!this.#amounts) return
    const amounts: Record<string, number> = {}
    for (const { index, key = '' } of this.#amounts.sums) {
      const value = frame.values[index]
      if (typeof value === 'number') amounts[key] = value
    }
    const until = frame.now + left + this.#ms
    frame.state.merge(this.#key, accountOf(this.#amounts, frame), frame.now, until, amounts)
  }

  /** Adds the kept amounts to the event's for the nodes below; answers how to take them away again, if there were any. */
  absorb(frame: Frame): (() => void) | undefined {
    if (!this.#amounts) return undefined
    const { sums } = this.#amounts
    const kept = frame.state.merged(this.#key, accountOf(this.#amounts, frame), frame.now)
    if (!kept) return undefined
    const restores = sums.map(({ index, key = '' }) => {
      const own = frame.values[index]
      if (typeof own === 'number') frame.values[index] = own + (kept[key] ?? 0)
      return () => (frame.values[index] = own)
    })
    return () => restores.forEach((restore) => restore())
  }
}

/** Amounts add up for one viewer and one kind of gift, never across them, whoever shares the cooldown. */
const accountOf = ({ separates }: Amounts, frame: Frame): string =>
  separates.map(({ index }) => frame.values[index]).join('\n')

export function compileCooldown(
  { ms, scope: sharedBy, group, on_hit }: Cooldown,
  nodeKey: string,
  path: string,
  scope: Scope,
): CooldownGate {
  if (sharedBy === 'group' && !group) scope.report(path, '请输入冷却组')
  // Node keys hold a slash, so these cannot be mistaken for one
  const keys = { rule: nodeKey, user: nodeKey, group: `group:${group}`, room: 'room' }
  const user = sharedBy === 'user' ? scope.variable(USER_KEY, path) : undefined
  const amounts = on_hit === 'merge' ? amountsOf(path, scope) : undefined
  return new CooldownGate(ms, keys[sharedBy], user, amounts)
}

function amountsOf(path: string, scope: Scope): Amounts {
  const { variables, label } = scope.event
  const terms = (pick: 'sums' | 'separates') =>
    variables.filter((facts) => facts[pick]).flatMap(({ key }) => scope.variable(key, path) ?? [])
  const sums = terms('sums')
  if (sums.length === 0) scope.report(path, `触发事件“${label}”没有可以合并的数量`)
  return { sums, separates: terms('separates') }
}
