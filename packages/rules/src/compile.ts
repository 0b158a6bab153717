import {
  EMPTY_CATALOGUE,
  unchanged,
  type BoundSet,
  type Catalogue,
} from '@kaibo/contract/talk/bundle.schema.ts'
import { ADVANCE, TIMER, type EventFacts } from '@kaibo/contract/talk/talk.events.ts'
import type { RuleNode, RuleSet, Trigger } from '@kaibo/contract/talk/talk.schema.ts'
import { checkReach } from './reach.ts'
import { circleIn, knownIn, type Known } from './catalogue.ts'
import { compileNode } from './compile-node.ts'
import { nodeKey } from './pots.ts'
import {
  Route,
  type CompiledNode,
  type CompiledSet,
  type Program,
  type Timer,
  type WaitingNode,
} from './program.ts'
import { isAdvance, leadRoute, routeOf } from './route-key.ts'
import { Scope, SlotTable } from './scope.ts'
import type { Report } from './term.ts'
import { checkStructure } from './structure.ts'

export type { Program } from './program.ts'

export interface RuleError {
  set_id: string
  /** `root/par[0]/when/all[1]`: indexes count among siblings. */
  path: string
  message: string
}

export type CompileResult = { ok: true; program: Program } | { ok: false; errors: RuleError[] }

/** Compiles sets as they are; all that a person would want to know before publishing is an error. */
export const compileRules = (
  sets: readonly RuleSet[],
  catalogue: Catalogue = EMPTY_CATALOGUE,
): CompileResult => compileSets(sets.map(unchanged), catalogue, 'strict')

/**
 * Compiles a bundle; its sets answer in this order. A set is compiled once for each event that it listens to: names and types are
 * checked against the variables of that event, and need no check when an event is decided. `lenient`: what was published when its
 * game still had a variable runs on without it.
 */
export function compileSets(
  sets: readonly BoundSet[],
  catalogue: Catalogue,
  mode: 'strict' | 'lenient',
): CompileResult {
  const errors = new Map<string, RuleError>()
  const reportOf =
    ({ id }: RuleSet): Report =>
    (path, message) => {
      // Reported once, though the node is compiled for each of its events
      errors.set(`${id}\n${path}\n${message}`, { set_id: id, path, message })
    }
  const known = knownIn(catalogue)
  const isLenient = mode === 'lenient'
  const circle = circleIn(catalogue.vars)
  for (const [index, { set }] of sets.entries()) {
    const report = reportOf(set)
    const isRepeated = sets.findIndex((other) => other.set.id === set.id) < index
    if (isRepeated) report('root', `规则集编号 ${set.id} 重复`)
    if (circle) report('root', `变量互相引用：${circle.join(' → ')}`)
    checkStructure(set, { known, isLenient }, report)
  }
  if (errors.size > 0) return { ok: false, errors: [...errors.values()] }
  const asked = triggersOf(sets)
  const order = orderOf(sets)
  const routes = new Map<string, Route>()
  for (const [key, { event, trigger }] of asked) {
    const facts = known.events.get(event)
    if (!facts) continue
    const advance = isAdvance(trigger) ? { ...facts, ...ADVANCE } : facts
    const route = compileRoute(key, advance, sets, { known, isLenient, order, reportOf })
    if (route) routes.set(key, route)
  }
  // Of names and values that are wrong nothing follows
  if (!isLenient && errors.size === 0) for (const { set } of sets) checkReach(set, reportOf(set))
  if (errors.size > 0) return { ok: false, errors: [...errors.values()] }
  return { ok: true, program: { routes, ...schedule(asked, routes), stored: storedIn(known) } }
}

interface Asked {
  event: string
  trigger: Trigger
  nodeKey: string
}

/** By route, the first trigger that asks for it. */
function triggersOf(sets: readonly BoundSet[]): Map<string, Asked> {
  const asked = new Map<string, Asked>()
  const look = (set: RuleSet, node: RuleNode): void => {
    const key = nodeKey(set.id, node.id)
    for (const trigger of node.triggers ?? []) {
      const { event, every_s } = trigger
      const route = routeOf(trigger, key)
      // Above the node that has the timer it only lets the event through
      const rings = event !== TIMER || every_s !== undefined
      if (rings && !asked.has(route)) asked.set(route, { event, trigger, nodeKey: key })
    }
    if (node.type !== 'son') for (const child of node.children) look(set, child)
  }
  for (const { set } of sets) look(set, set.root)
  return asked
}

function schedule(asked: ReadonlyMap<string, Asked>, routes: ReadonlyMap<string, Route>) {
  const folds = new Map<string, number[]>()
  const leads = new Map<string, number[]>()
  const timers: Timer[] = []
  for (const [route, { event, trigger, nodeKey: key }] of asked) {
    if (!routes.has(route)) continue
    const { merge_ms, lead_s, every_s, jitter_s = 0 } = trigger
    if (route === leadRoute(event, lead_s ?? 0)) listIn(leads, event).push(lead_s ?? 0)
    else if (event === TIMER && every_s !== undefined)
      timers.push({ key, route, everyMs: every_s * 1_000, jitterMs: jitter_s * 1_000 })
    else if (merge_ms !== undefined) listIn(folds, event).push(merge_ms)
  }
  return { folds, leads, timers }
}

function listIn(lists: Map<string, number[]>, key: string): number[] {
  const known = lists.get(key) ?? []
  lists.set(key, known)
  return known
}

const storedIn = ({ vars }: Known): Program['stored'] =>
  new Map([...vars].flatMap(([key, one]) => (one.calc === 0 ? [[key, one] as const] : [])))

/** Node keys with their place in the bundle. */
function orderOf(sets: readonly BoundSet[]): Map<string, number> {
  const order = new Map<string, number>()
  const count = (setId: string, node: RuleNode): void => {
    order.set(nodeKey(setId, node.id), order.size)
    if (node.type !== 'son') for (const child of node.children) count(setId, child)
  }
  for (const { set } of sets) count(set.id, set.root)
  return order
}

interface Compiling {
  known: Known
  isLenient: boolean
  order: ReadonlyMap<string, number>
  reportOf: (set: RuleSet) => Report
}

function compileRoute(
  route: string,
  event: EventFacts,
  sets: readonly BoundSet[],
  { order, reportOf, ...reading }: Compiling,
): Route | undefined {
  const table = new SlotTable()
  const compiled: CompiledSet[] = []
  for (const bound of sets) {
    const { set } = bound
    const scope = new Scope(event, table, reading, reportOf(set))
    const root = compileNode(set.root, { bound, route, scope })
    if (root)
      compiled.push({ id: set.id, version: set.version, title: `${set.id}@${set.version}`, root })
  }
  if (compiled.length === 0) return undefined
  return new Route(event, compiled, waitingNodes(compiled, order), table)
}

function waitingNodes(
  sets: readonly CompiledSet[],
  orders: ReadonlyMap<string, number>,
): Map<string, WaitingNode> {
  const found = new Map<string, WaitingNode>()
  const look = (set: CompiledSet, node: CompiledNode, above: readonly CompiledNode[]): void => {
    const path = [...above, node]
    const { key, cooldown, children } = node
    const order = orders.get(key) ?? 0
    if (cooldown?.merge || cooldown?.queue) found.set(key, { set, node, cooldown, path, order })
    for (const child of children) look(set, child, path)
  }
  for (const set of sets) look(set, set.root, [])
  return found
}
