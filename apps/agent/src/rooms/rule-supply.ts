import type { RoomConfig } from '@kaibo/contract/agent/frames.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { bundleOf, unchanged, type Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { compileBundle, NO_RULES } from '@kaibo/rules/bundle.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Memory } from './memory.ts'
import type { Packs } from './packs.ts'

interface SupplyOptions {
  packs: Pick<Packs, 'get' | 'recall' | 'ready' | 'faultOf'>
  clock: ServerClock
  /** Called with what operators should know of a bundle that is not run as it was published. */
  note: (said: Words) => void
  /** Called with the bundle that the room runs by from now on. */
  used: (bundle: Bundle) => void
}

/** Gives one room the rules of its settings, and keeps the former ones where those cannot be had. */
export class RuleSupply {
  readonly #options: SupplyOptions
  #rules = NO_RULES
  /** The hash of the bundle that the room runs by; nothing for rules that came with the settings. */
  #inUse: string | null = null
  /** Why a set of the bundle is not as it was published. */
  #fault: string | null = null

  constructor(options: SupplyOptions) {
    this.#options = options
  }

  /** Waits a little for rules that are on their way; without them the room begins with those that it ran by last. */
  async begin(memory: Memory, config: RoomConfig): Promise<void> {
    const { packs } = this.#options
    const hash = config.bundle?.hash
    if (hash !== undefined) await packs.ready(hash)
    if (hash !== undefined && !packs.get(hash) && memory.bundle !== null) {
      const former = await packs.recall(memory.bundle)
      if (former) this.#use(former, memory.bundle, memory)
    }
    this.give(memory, config)
  }

  /** The rules of the settings, where they are there; else the former ones go on. */
  give(memory: Memory, { bundle, rules = [] }: RoomConfig): void {
    if (!bundle) return this.#use(bundleOf(rules.map(unchanged)), null, memory)
    const given = this.#options.packs.get(bundle.hash)
    if (given && this.#inUse !== bundle.hash) this.#use(given, bundle.hash, memory)
  }

  report({ bundle }: RoomConfig): { bundle: string | null; fault: string | null } {
    const missing = bundle ? this.#options.packs.faultOf(bundle.hash) : null
    return { bundle: this.#inUse, fault: missing ?? this.#fault }
  }

  #use(bundle: Bundle, hash: string | null, memory: Memory): void {
    const { rules, faults } = compileBundle(bundle, this.#rules)
    this.#rules = rules
    this.#inUse = hash
    memory.bundle = hash
    const program = hash === null ? rules : { ...rules, hash }
    memory.rules.use(program, this.#options.clock.now())
    memory.touch()
    this.#options.used(bundle)
    const [first] = faults
    this.#fault = first ? `${first.path}：${first.message}` : null
    if (!first) return
    this.#options.note(
      words(
        `话术规则有误，沿用之前的：${first.path}：${first.message}`,
        `The talk rules have a fault; the former ones stay: ${first.path}: ${first.message}`,
      ),
    )
  }
}
