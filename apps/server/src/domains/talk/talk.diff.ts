import type { NodeDiff } from '@kaibo/contract/talk/talk.rollout.schema.ts'
import type { RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'

interface Seen {
  id: string
  name: string
  /** All that it says of itself, and where it stands; not what the nodes below it say. */
  content: string
  below: readonly string[]
}

/** The nodes that one version has and the other has not, or says otherwise. A node whose children changed places says so itself. */
export function nodeDiff(before: RuleSet, after: RuleSet): NodeDiff {
  const [old, now] = [nodesOf(before.root), nodesOf(after.root)]
  const both = (id: string) => old.has(id) && now.has(id)
  const orderOf = ({ below }: Seen) => below.filter(both).join()
  return {
    added: named([...now.values()].filter(({ id }) => !old.has(id))),
    removed: named([...old.values()].filter(({ id }) => !now.has(id))),
    changed: named(
      [...now.values()].filter((node) => {
        const was = old.get(node.id)
        return was && (was.content !== node.content || orderOf(was) !== orderOf(node))
      }),
    ),
  }
}

function nodesOf(root: RuleNode): Map<string, Seen> {
  const found = new Map<string, Seen>()
  const look = (node: RuleNode, parent: string): void => {
    const { children = [], ...own } = { children: undefined, ...node }
    const { id, name } = node
    found.set(id, {
      id,
      name,
      content: JSON.stringify([parent, inOrder(own)]),
      below: children.map((child) => child.id),
    })
    for (const child of children) look(child, id)
  }
  look(root, '')
  return found
}

/** The same of what says the same, in whatever order it was written; what is undefined says nothing. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, inOrder(one)])
}

const named = (nodes: readonly Seen[]) => nodes.map(({ id, name }) => ({ id, name }))
