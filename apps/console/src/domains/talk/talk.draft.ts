import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type {
  ChildNode,
  ParNode,
  RootNode,
  RuleNode,
  SonNode,
  Trigger,
} from '@kaibo/contract/talk/talk.schema.ts'

/* Changes to the tree of a draft: each answers a new tree, in which what did not change is the same object. */

/** A node with what passes down to it. */
export interface Placed {
  node: RuleNode
  depth: number
  /** As the engine names it in traces and problems: `root/par[0]/son[1]`. */
  path: string
  parent: RuleNode | undefined
  heard: readonly string[]
  subject: Operand | undefined
}

export function* placed(
  node: RuleNode,
  above: Omit<Placed, 'node'> = NOTHING_ABOVE,
): Generator<Placed> {
  const heard = node.triggers?.map(({ event }) => event) ?? above.heard
  yield { ...above, node, heard }
  if (node.type === 'son') return
  const subject = node.subject ?? above.subject
  const below = { depth: above.depth + 1, parent: node, heard, subject }
  for (const [index, child] of node.children.entries())
    yield* placed(child, { ...below, path: `${above.path}/${child.type}[${index}]` })
}

const NOTHING_ABOVE = {
  depth: 0,
  path: 'root',
  parent: undefined,
  heard: [],
  subject: undefined,
}

export const placeOf = (root: RootNode, id: string): Placed | undefined =>
  [...placed(root)].find(({ node }) => node.id === id)

type Change = (children: ChildNode[], parent: RuleNode) => ChildNode[]

/** Changes lists of children anywhere in the tree. */
function within<Node extends RuleNode>(node: Node, change: Change): Node {
  if (node.type === 'son') return node
  const before = node.children
  const below = before.map((child) => within(child, change))
  const isSame = below.every((child, index) => child === before[index])
  const after = change(isSame ? before : below, node)
  return after === before ? node : { ...node, children: after }
}

export function changed(
  root: RootNode,
  id: string,
  change: (node: ChildNode) => ChildNode,
): RootNode {
  return listening(
    within(root, (children) =>
      children.some((child) => child.id === id)
        ? children.map((child) => (child.id === id ? change(child) : child))
        : children,
    ),
  )
}

export function removed(root: RootNode, id: string): RootNode {
  return listening(
    within(root, (children) =>
      children.some((child) => child.id === id)
        ? children.filter((child) => child.id !== id)
        : children,
    ),
  )
}

/** Among its siblings, by so many places. */
export function moved(root: RootNode, id: string, by: 1 | -1): RootNode {
  return within(root, (children) => {
    const from = children.findIndex((child) => child.id === id)
    const to = from + by
    if (from < 0 || to < 0 || to >= children.length) return children
    const order = [...children]
    order.splice(to, 0, ...order.splice(from, 1))
    return order
  })
}

export const switched = (root: RootNode, id: string): RootNode =>
  changed(root, id, (node) => ({
    ...node,
    enabled: node.enabled === OpenStatus.open ? OpenStatus.close : OpenStatus.open,
  }))

/** In a group that is chosen at its end, beside a rule behind it, else at the end of all. */
export function inserted(root: RootNode, node: ChildNode, near: string | undefined): RootNode {
  const place = near === undefined ? undefined : placeOf(root, near)
  if (!place || place.node.type === 'root')
    return listening({ ...root, children: [...root.children, node] })
  const { node: at, parent } = place
  return listening(
    within(root, (children, of) => {
      if (at.type === 'par') return of.id === at.id ? [...children, node] : children
      if (of.id !== parent?.id) return children
      return children.toSpliced(children.findIndex(({ id }) => id === at.id) + 1, 0, node)
    }),
  )
}

type NameOf = (count: number) => string

/** Where what is inserted beside `near` comes to stand. */
function parentAt(root: RootNode, near: string | undefined): RuleNode {
  const place = near === undefined ? undefined : placeOf(root, near)
  return (place?.node.type === 'par' ? place.node : place?.parent) ?? root
}

const firstEvent = (root: RootNode, near: string | undefined): Pick<ChildNode, 'triggers'> =>
  parentAt(root, near).type === 'root' ? { triggers: [{ event: 'gift.receive' }] } : {}

/** So that what a gate holds back stays unsaid: without it the next rule would say something in its place. */
const firstOnly = (root: RootNode, near: string | undefined): Pick<ChildNode, 'exclusive'> => {
  const parent = parentAt(root, near)
  return parent.type !== 'son' && parent.hit === 'first' ? { exclusive: true } : {}
}

export function withNew(root: RootNode, name: NameOf, near?: string): [RootNode, SonNode] {
  const { id, count } = freeId(root, 'rule')
  const son: SonNode = {
    id,
    type: 'son',
    name: name(count),
    enabled: OpenStatus.open,
    ...firstEvent(root, near),
    ...firstOnly(root, near),
    actions: [{ kind: 'say', templates: [{ text: '', weight: 1 }], no_repeat: 0 }],
  }
  return [inserted(root, son, near), son]
}

/** A group of rules of which the first that matches answers, with a rule in it. */
export function withGroup(
  root: RootNode,
  names: { group: NameOf; rule: NameOf },
): [RootNode, ParNode] {
  const { id, count } = freeId(root, 'group')
  const par: ParNode = {
    id,
    type: 'par',
    name: names.group(count),
    enabled: OpenStatus.open,
    triggers: [{ event: 'gift.receive' }],
    hit: 'first',
    children: [],
  }
  const [next] = withNew({ ...root, children: [...root.children, par] }, names.rule, id)
  return [next, par]
}

/** A copy of the node under ids of its own. */
export function pasted(
  root: RootNode,
  node: ChildNode,
  near: string | undefined,
): [RootNode, ChildNode] {
  const taken = idsIn(root)
  const renamed = (one: ChildNode): ChildNode => {
    const { id } = freeId(root, one.type === 'par' ? 'group' : 'rule', taken)
    taken.add(id)
    return one.type === 'par' ? { ...one, id, children: one.children.map(renamed) } : { ...one, id }
  }
  const copy = { ...renamed(node), ...(node.triggers ? {} : firstEvent(root, near)) }
  return [inserted(root, copy, near), copy]
}

const idsIn = (root: RootNode) => new Set([...placed(root)].map(({ node }) => node.id))

function freeId(root: RootNode, kind: 'rule' | 'group', ids = idsIn(root)) {
  const alike = [...placed(root)].filter(({ node }) => (kind === 'rule') === (node.type === 'son'))
  let count = (kind === 'rule' ? alike.length : alike.length - 1) + 1
  while (ids.has(`${kind}-${count}`)) count++
  return { id: `${kind}-${count}`, count }
}

/** The root hears what its rules hear; a rule that names no event hears what stands at the root. */
function listening(root: RootNode): RootNode {
  const [top, ...below] = placed(root)
  const known = new Map((root.triggers ?? []).map((trigger) => [trigger.event, trigger]))
  const isHeir = below.some(({ node, heard }) => node.type === 'son' && heard === top?.heard)
  const events = new Map<string, Trigger>(isHeir ? known : [])
  for (const { node } of below)
    for (const { event } of node.triggers ?? [])
      if (!events.has(event)) events.set(event, known.get(event) ?? { event })
  return { ...root, triggers: [...events.values()] }
}
