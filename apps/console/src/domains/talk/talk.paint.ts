import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import type { Step } from '@kaibo/contract/talk/talk.trace.ts'
import type { Decided } from './talk.check.ts'
import { placed } from './talk.draft.ts'

export type Tried = DataOf<typeof talkApi.test>

/** How far an event came at one rule. */
export interface Paint {
  state: 'fired' | 'passed' | 'held' | 'no' | 'error' | 'unreached'
  /** What stopped it. */
  reason?: Reason | undefined
  /** Of a cooldown: how long it still lasts. */
  left_ms?: number | undefined
  /** What it would say. */
  text?: string | undefined
  /** What happened at the rule itself, not below it. */
  steps: readonly Step[]
}

/** Nothing was asked of the rules. */
export const NO_PAINT: ReadonlyMap<string, Paint> = new Map()

/** The way of one event through a set, rule by rule: by id. */
export function paintOf(
  root: RootNode,
  set_id: string,
  { decisions }: Decided,
): Map<string, Paint> {
  const own = decisions.filter((one) => one.set_id === set_id)
  const steps = [...new Set(own.flatMap(({ trace }) => (trace ? [trace] : [])))].flatMap(
    (trace) => trace.steps,
  )
  const fired = new Map(own.flatMap((one) => (one.outcome === 'FIRED' ? [[one.node_id, one]] : [])))
  const rules = [...placed(root)]
  const paths = new Set(rules.map(({ path }) => path))
  const found = new Map<string, Paint>()
  for (const { node, path } of rules) {
    const here = steps.filter((step) => ruleOf(step.path, paths) === path)
    const isBelow = steps.some((step) => step.path.startsWith(`${path}/`))
    const isBlocked = own.some((one) => one.node_id === node.id && one.outcome === 'BLOCKED')
    const paint = paintAt(here, isBelow, fired.get(node.id)?.text)
    found.set(node.id, isBlocked ? { ...paint, state: 'held', reason: 'BLOCKED' } : paint)
  }
  return found
}

/** The rule that a step is of: the longest beginning of its path that is one's. */
function ruleOf(path: string, paths: ReadonlySet<string>): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
    if (paths.has(at)) return at
  return undefined
}

function paintAt(steps: readonly Step[], isBelow: boolean, text: string | null | undefined): Paint {
  if (text !== undefined) return { state: 'fired', steps, ...(text !== null && { text }) }
  const gate = steps.find((step) => step.kind === 'gate')
  if (gate?.kind === 'gate') {
    const { gate: reason, left_ms } = gate
    const state = reason === 'ERROR' ? 'error' : reason === 'COND' ? 'no' : 'held'
    return { state, reason, left_ms, steps }
  }
  // A sentence that could not be said leaves no gate behind
  const say = steps.find((step) => step.kind === 'say')
  if (say?.kind === 'say' && say.text === undefined)
    return { state: 'error', reason: 'ERROR', steps }
  return { state: isBelow || steps.length > 0 ? 'passed' : 'unreached', steps }
}
