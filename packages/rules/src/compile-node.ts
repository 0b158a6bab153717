import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { BoundSet } from '@kaibo/contract/talk/bundle.schema.ts'
import { TIMER } from '@kaibo/contract/talk/talk.events.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type { RuleNode } from '@kaibo/contract/talk/talk.schema.ts'
import { compileWindow } from './clock.ts'
import { compileCondition } from './conditions.ts'
import { compileCooldown } from './cooldown.ts'
import { compileAction } from './effects.ts'
import { nodeKey } from './pots.ts'
import type { CompiledNode } from './program.ts'
import { hashOf } from './random.ts'
import { routeOf } from './route-key.ts'
import type { Scope } from './scope.ts'

interface Compiling {
  bound: BoundSet
  /** The key of the route that is compiled. */
  route: string
  scope: Scope
}

/** What passes down from the nodes above. */
interface Above {
  path: string
  subject?: Operand | undefined
  priority: number
  ttlMs: number
  /** Whether what listens to nothing of its own hears the route. */
  hears: boolean
}

/** Answers nothing where the node does not listen to the route, and none below it does. */
export const compileNode = (root: RuleNode, compiling: Compiling): CompiledNode | undefined => {
  const { priority, ttl_ms } = compiling.scope.event
  return compile(root, compiling, { path: 'root', priority, ttlMs: ttl_ms, hears: false })
}

function compile(node: RuleNode, compiling: Compiling, above: Above): CompiledNode | undefined {
  const { bound, scope } = compiling
  const { set, shift, off_nodes } = bound
  const { policy = {} } = node
  const { path } = above
  const hears = hearing(node, compiling, above.hears)
  if (hears === 'nothing') return undefined
  const here = {
    subject: node.subject ?? above.subject,
    priority: policy.priority ?? above.priority,
    ttlMs: policy.ttl_ms ?? above.ttlMs,
    hears: hears === 'itself',
  }
  const children =
    node.type === 'son'
      ? []
      : node.children.flatMap(
          (child, index) =>
            compile(child, compiling, { ...here, path: `${path}/${child.type}[${index}]` }) ?? [],
        )
  if (node.type === 'son' ? !here.hears : children.length === 0) return undefined

  const key = nodeKey(set.id, node.id)
  const owner = { set_id: set.id, node_id: node.id, node_name: node.name }
  const actions = node.type === 'son' ? node.actions : undefined
  scope.owner = key
  return {
    id: node.id,
    name: node.name,
    path,
    key,
    seed: hashOf(`${key}@${set.version}`),
    stamp: hashOf(key),
    enabled: node.enabled === OpenStatus.open && !off_nodes.includes(node.id),
    isActive: policy.active && compileWindow(policy.active),
    when: node.when && compileCondition(node.when, `${path}/when`, scope, here.subject),
    probability: policy.probability,
    mutex: policy.mutex,
    limit: policy.limit,
    cooldown: policy.cooldown && compileCooldown(policy.cooldown, owner, `${path}/cooldown`, scope),
    run: policy.run ?? 'parallel',
    proactive: scope.event.proactive ?? false,
    priority: Math.min(999, Math.max(1, here.priority + shift)),
    ttlMs: here.ttlMs,
    hit: node.type === 'son' ? 'first' : node.hit,
    exclusive: node.exclusive ?? false,
    weight: node.weight ?? 1,
    children,
    actions: actions?.map((action, index) =>
      compileAction(action, index === 0 ? `${path}/say` : `${path}/actions[${index}]`, scope),
    ),
  }
}

/** A node that listens to another variant of the event lets it through to those below that listen to this one. */
function hearing(
  { id, triggers }: RuleNode,
  { bound, route, scope }: Compiling,
  isHeardAbove: boolean,
): 'itself' | 'below' | 'nothing' {
  if (!triggers) return isHeardAbove ? 'itself' : 'below'
  const { key } = scope.event
  const own = triggers.filter(({ event }) => event === key)
  if (own.length === 0) return 'nothing'
  const isExact = own.some((trigger) => routeOf(trigger, nodeKey(bound.set.id, id)) === route)
  // Below the node that has the timer, a node that names the event without a time of its own is rung by it
  const isRung = isHeardAbove && own.some((trigger) => routeOf(trigger, '') === TIMER)
  return isExact || isRung ? 'itself' : 'below'
}
