import type { ChildNode, RootNode, RuleNode } from '@kaibo/contract/talk/talk.schema.ts'

/** One rule that two people changed differently; nothing where one of them took it away. */
export interface Clash {
  id: string
  name: string
  mine: RuleNode | undefined
  theirs: RuleNode | undefined
}

export type Side = 'mine' | 'theirs'

interface Trees {
  /** As it was when I began. */
  base: RootNode
  mine: RootNode
  /** As somebody has saved it meanwhile. */
  theirs: RootNode
}

/** What a node says of itself, and where it stands. */
interface Flat {
  node: RuleNode
  parent: string
  own: string
  below: readonly string[]
}

/**
 * My changes on top of theirs, rule by rule: only a rule that both changed otherwise is a question. Until it is answered mine stands.
 * Of the order of siblings, mine counts where I changed it.
 */
export function rebased(
  trees: Trees,
  sides: ReadonlyMap<string, Side> = new Map(),
): { root: RootNode; clashes: Clash[] } {
  const base = flat(trees.base)
  const theirs = flat(trees.theirs)
  const mine = flat(apart(trees.mine, base, theirs))
  const clashes: Clash[] = []
  const chosen = new Map<string, Flat>()
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const [was, own, other] = [base.get(id), mine.get(id), theirs.get(id)]
    const isMine = own?.own !== was?.own
    const isTheirs = other?.own !== was?.own
    const isClash = isMine && isTheirs && own?.own !== other?.own
    if (isClash)
      clashes.push({
        id,
        name: (own ?? other)?.node.name ?? '',
        mine: own?.node,
        theirs: other?.node,
      })
    const side: Side = isClash ? (sides.get(id) ?? 'mine') : isMine ? 'mine' : 'theirs'
    const taken = side === 'mine' ? own : other
    if (taken) chosen.set(id, taken)
  }
  // What I wrote in a group that is gone is not lost with it
  for (const [id, one] of chosen)
    if (one.parent !== '' && !chosen.has(one.parent))
      chosen.set(id, { ...one, parent: trees.theirs.id })
  const childrenOf = (id: string): ChildNode[] =>
    inOrder(id, { base, mine, theirs, chosen }).map((child) => built(child))
  function built({ node }: Flat): ChildNode {
    if (node.type === 'son') return node
    return { ...(node as ChildNode & { type: 'par' }), children: childrenOf(node.id) }
  }
  const top = chosen.get(trees.theirs.id)?.node
  const root = {
    ...(top?.type === 'root' ? top : trees.theirs),
    children: childrenOf(trees.theirs.id),
  }
  return { root, clashes }
}

/** Rules that both made are two, though they got the same number. */
function apart(
  root: RootNode,
  base: ReadonlyMap<string, Flat>,
  theirs: ReadonlyMap<string, Flat>,
): RootNode {
  const own = flat(root)
  const isTaken = (id: string) => base.has(id) || theirs.has(id) || own.has(id)
  const idOf = (id: string): string => {
    const isSame = own.get(id)?.own === theirs.get(id)?.own
    if (base.has(id) || !theirs.has(id) || isSame) return id
    let count = 2
    while (isTaken(`${id}-${count}`)) count++
    return `${id}-${count}`
  }
  const renamed = (node: ChildNode): ChildNode =>
    node.type === 'son'
      ? { ...node, id: idOf(node.id) }
      : { ...node, id: idOf(node.id), children: node.children.map(renamed) }
  return { ...root, children: root.children.map(renamed) }
}

type Maps = Record<'base' | 'mine' | 'theirs' | 'chosen', ReadonlyMap<string, Flat>>

/** The children of a node: in the order of whoever changed it, the others behind the sibling that they stood behind. */
function inOrder(id: string, { base, mine, theirs, chosen }: Maps): Flat[] {
  const orderIn = (tree: ReadonlyMap<string, Flat>) => tree.get(id)?.below ?? []
  const known = new Set(orderIn(base))
  const ofKnown = (tree: ReadonlyMap<string, Flat>) =>
    orderIn(tree).filter((one) => known.has(one) && chosen.has(one))
  const isMine =
    ofKnown(mine).join() !==
    orderIn(base)
      .filter((one) => ofKnown(mine).includes(one))
      .join()
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine]
  const order = [...orderIn(first)]
  for (const [index, one] of orderIn(second).entries()) {
    if (order.includes(one)) continue
    const before = orderIn(second)[index - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, one)
  }
  const placedHere = [...chosen.values()].filter(({ parent }) => parent === id)
  const named = order.flatMap((one) => placedHere.find(({ node }) => node.id === one) ?? [])
  return [...named, ...placedHere.filter((one) => !named.includes(one))]
}

function flat(root: RootNode): Map<string, Flat> {
  const found = new Map<string, Flat>()
  const look = (node: RuleNode, parent: string): void => {
    const { children = [], ...rest } = { children: undefined, ...node }
    // What the root hears follows from its rules
    const own = node.type === 'root' ? { ...rest, triggers: undefined } : rest
    const below = children.map(({ id }) => id)
    found.set(node.id, { node, parent, own: textOf([parent, own]), below })
    for (const child of children) look(child, node.id)
  }
  look(root, '')
  return found
}

/** The same text for the same content: what the server answers has its fields in another order. */
const textOf = (value: unknown): string => JSON.stringify(value, (_, part: unknown) => sorted(part))

const sorted = (part: unknown): unknown =>
  typeof part !== 'object' || part === null || Array.isArray(part)
    ? part
    : Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
