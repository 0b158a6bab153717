import type { RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'

/** Each node of a set by its path, as errors name it. */
export function nodesByPath({ root }: RuleSet): Map<string, RuleNode> {
  const nodes = new Map<string, RuleNode>()
  const visit = (node: RuleNode, path: string): void => {
    nodes.set(path, node)
    if (node.type === 'son') return
    for (const [index, child] of node.children.entries())
      visit(child, `${path}/${child.type}[${index}]`)
  }
  visit(root, 'root')
  return nodes
}

/** The node that the longest beginning of the path names. */
export function nodeAt(nodes: ReadonlyMap<string, RuleNode>, path: string): RuleNode | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const node = nodes.get(at)
    if (node) return node
  }
  return undefined
}
