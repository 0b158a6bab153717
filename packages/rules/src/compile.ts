import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { SYSTEM_EVENTS, type EventFacts } from '@kaibo/contract/talk/talk.events.ts'
import type { Operand, RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileWindow } from './clock.ts'
import { compileCondition } from './conditions.ts'
import { compileCooldown } from './cooldown.ts'
import { Frame } from './frame.ts'
import { nodeKey } from './pots.ts'
import type { CompiledNode, CompiledSet, MergingNode, Program, Route } from './program.ts'
import { hashOf } from './random.ts'
import { compileSay } from './say.ts'
import { Scope, SlotTable, type Report } from './scope.ts'
import { checkStructure } from './structure.ts'

export type { Program } from './program.ts'

export interface RuleError {
  set_id: string
  /** `root/par[0]/when/all[1]`: indexes count among siblings. */
  path: string
  message: string
}

export type CompileResult = { ok: true; program: Program } | { ok: false; errors: RuleError[] }

/**
 * Compiles a bundle; its sets answer in this order. A set is compiled once for each event that it listens to: names and types are
 * checked against the variables of that event, and need no check when an event is decided.
 */
export function compileRules(sets: readonly RuleSet[]): CompileResult {
  const errors = new Map<string, RuleError>()
  const reportOf = (set: RuleSet) => (path: string, message: string) => {
    // Reported once, though the node is compiled for each of its events
    errors.set(`${set.id}\n${path}\n${message}`, { set_id: set.id, path, message })
  }
  for (const [index, set] of sets.entries()) {
    const report = reportOf(set)
    const isRepeated = sets.findIndex(({ id }) => id === set.id) < index
    if (isRepeated) report('root', `规则集编号 ${set.id} 重复`)
    checkStructure(set, report)
  }
  if (errors.size > 0) return { ok: false, errors: [...errors.values()] }

  const routes = new Map<string, Route>()
  const order = orderOf(sets)
  for (const event of SYSTEM_EVENTS.values()) {
    const route = compileRoute(event, sets, order, reportOf)
    if (route) routes.set(event.key, route)
  }
  return errors.size > 0
    ? { ok: false, errors: [...errors.values()] }
    : { ok: true, program: routes }
}

/** Node keys with their place in the bundle. */
function orderOf(sets: readonly RuleSet[]): Map<string, number> {
  const order = new Map<string, number>()
  const count = (setId: string, node: RuleNode): void => {
    order.set(nodeKey(setId, node.id), order.size)
    if (node.type !== 'son') for (const child of node.children) count(setId, child)
  }
  for (const { id, root } of sets) count(id, root)
  return order
}

function compileRoute(
  event: EventFacts,
  sets: readonly RuleSet[],
  order: ReadonlyMap<string, number>,
  reportOf: (set: RuleSet) => Report,
): Route | undefined {
  const table = new SlotTable()
  const compiled: CompiledSet[] = []
  for (const set of sets) {
    const scope = new Scope(event, table, reportOf(set))
    const root = compileNode(set.root, { set, scope, path: 'root', ...DEFAULTS })
    if (root) compiled.push({ id: set.id, title: `${set.id}@${set.version}`, root })
  }
  if (compiled.length === 0) return undefined
  const frame = new Frame(table.slots, table.values)
  return { sets: compiled, frame, merging: mergingNodes(compiled, frame, order) }
}

function mergingNodes(
  sets: readonly CompiledSet[],
  frame: Frame,
  orders: ReadonlyMap<string, number>,
): Map<string, MergingNode> {
  const found = new Map<string, MergingNode>()
  const look = (set: CompiledSet, node: CompiledNode, above: readonly CompiledNode[]): void => {
    const path = [...above, node]
    const { key, cooldown, children } = node
    const order = orders.get(key) ?? 0
    if (cooldown?.merge) found.set(key, { frame, set, node, cooldown, path, order })
    for (const child of children) look(set, child, path)
  }
  for (const set of sets) look(set, set.root, [])
  return found
}

interface Context {
  set: RuleSet
  scope: Scope
  path: string
  /** Passed down from the nodes above. */
  subject?: Operand | undefined
  priority: number
  ttlMs: number
}

/** Where no node sets them. The priority is between that of thanks for gifts and that of sentences that fill a silence. */
const DEFAULTS = { priority: 30, ttlMs: 15_000 }

/** Answers nothing where the node does not listen to the event, or where no child of it does. */
function compileNode(node: RuleNode, above: Context): CompiledNode | undefined {
  const { set, scope, path } = above
  const { policy = {} } = node
  const listens = node.triggers?.some(({ event }) => event === scope.event.key) ?? true
  if (!listens) return undefined
  const here = {
    ...above,
    subject: node.subject ?? above.subject,
    priority: policy.priority ?? above.priority,
    ttlMs: policy.ttl_ms ?? above.ttlMs,
  }
  const children =
    node.type === 'son'
      ? []
      : node.children.flatMap(
          (child, index) =>
            compileNode(child, { ...here, path: `${path}/${child.type}[${index}]` }) ?? [],
        )
  if (node.type !== 'son' && children.length === 0) return undefined

  const key = nodeKey(set.id, node.id)
  const owner = { set_id: set.id, node_id: node.id, node_name: node.name }
  const [action] = node.type === 'son' ? node.actions : []
  return {
    id: node.id,
    name: node.name,
    path,
    key,
    seed: hashOf(`${key}@${set.version}`),
    enabled: node.enabled === OpenStatus.open,
    isActive: policy.active && compileWindow(policy.active),
    when: node.when && compileCondition(node.when, `${path}/when`, scope, here.subject),
    probability: policy.probability,
    mutex: policy.mutex,
    limit: policy.limit,
    cooldown: policy.cooldown && compileCooldown(policy.cooldown, owner, `${path}/cooldown`, scope),
    priority: here.priority,
    ttlMs: here.ttlMs,
    hit: node.type === 'son' ? 'first' : node.hit,
    exclusive: node.exclusive ?? false,
    weight: node.weight ?? 1,
    children,
    say: action && compileSay(action, `${path}/say`, scope),
  }
}
