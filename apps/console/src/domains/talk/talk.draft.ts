import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type {
  ChildNode,
  RootNode,
  RuleNode,
  SonNode,
  Trigger,
} from '@kaibo/contract/talk/talk.schema.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'

/* Changes to the tree of a draft: each answers a new tree. */

/** A node with what passes down to it. */
export interface Placed {
  node: RuleNode
  depth: number
  heard: readonly string[]
  subject: Operand | undefined
}

export function* placed(
  node: RuleNode,
  depth = 0,
  heard: readonly string[] = [],
  subject?: Operand,
): Generator<Placed> {
  const own = node.triggers?.map(({ event }) => event) ?? heard
  yield { node, depth, heard: own, subject }
  if (node.type === 'son') return
  for (const child of node.children) yield* placed(child, depth + 1, own, node.subject ?? subject)
}

export const placeOf = (root: RootNode, id: string): Placed | undefined =>
  [...placed(root)].find(({ node }) => node.id === id)

type Change = (node: ChildNode) => ChildNode

const within = <Node extends RuleNode>(
  node: Node,
  change: (children: ChildNode[]) => ChildNode[],
): Node => (node.type === 'son' ? node : { ...node, children: change(node.children) })

export function changed(root: RootNode, id: string, change: Change): RootNode {
  const visit = (children: ChildNode[]): ChildNode[] =>
    children.map((child) => (child.id === id ? change(child) : within(child, visit)))
  return listening(within(root, visit))
}

export function removed(root: RootNode, id: string): RootNode {
  const visit = (children: ChildNode[]): ChildNode[] =>
    children.filter((child) => child.id !== id).map((child) => within(child, visit))
  return listening(within(root, visit))
}

/** Among its siblings, by so many places. */
export function moved(root: RootNode, id: string, by: 1 | -1): RootNode {
  const visit = (children: ChildNode[]): ChildNode[] => {
    const from = children.findIndex((child) => child.id === id)
    const to = from + by
    if (from < 0) return children.map((child) => within(child, visit))
    if (to < 0 || to >= children.length) return children
    const order = [...children]
    order.splice(to, 0, ...order.splice(from, 1))
    return order
  }
  return within(root, visit)
}

export function withNew(root: RootNode, name: (count: number) => string): [RootNode, SonNode] {
  const ids = new Set([...placed(root)].map(({ node }) => node.id))
  let count = root.children.length + 1
  while (ids.has(`rule-${count}`)) count++
  const son: SonNode = {
    id: `rule-${count}`,
    type: 'son',
    name: name(count),
    enabled: OpenStatus.open,
    triggers: [{ event: 'gift.receive' }],
    actions: [{ kind: 'say', templates: [{ text: '', weight: 1 }], no_repeat: 0 }],
  }
  return [listening({ ...root, children: [...root.children, son] }), son]
}

/** The root hears what its rules hear. */
function listening(root: RootNode): RootNode {
  const events = new Map<string, Trigger>()
  for (const { node } of [...placed(root)].slice(1))
    for (const { event } of node.triggers ?? []) events.set(event, { event })
  return { ...root, triggers: [...events.values()] }
}
