import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { ActionKind, CLOSED_ACTIONS } from '@kaibo/contract/talk/action.schema.ts'
import type { Problem } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileRules } from '@kaibo/rules/compile.ts'

/** What is wrong with a draft: an error keeps it from being published, a warning says what will not happen. */
export function problemsOf(set: RuleSet): Problem[] {
  const result = compileRules([set])
  const errors = result.ok ? [] : result.errors
  const ids = nodeIds(set)
  return [
    ...errors.map(({ path, message }) => ({
      path,
      node_id: nodeAt(ids, path),
      level: 'error' as const,
      message,
    })),
    ...warningsOf(set.root, 'root'),
  ]
}

export const isFaulty = (problems: readonly Problem[]): number =>
  problems.filter(({ level }) => level === 'error').length

/** Rules; a branch is none of its own. */
export const nodesIn = (node: RuleNode): number =>
  node.type === 'son' ? 1 : node.children.reduce((sum, child) => sum + nodesIn(child), 0)

function* warningsOf(node: RuleNode, path: string): Generator<Problem> {
  const warn = (message: string): Problem => ({ path, node_id: node.id, level: 'warn', message })
  if (node.type === 'son') {
    for (const { kind } of node.actions)
      if (CLOSED_ACTIONS.includes(kind))
        yield warn(`动作“${wordsOf(ActionKind, kind)?.zh ?? kind}”暂未开通，不会执行`)
    return
  }
  for (const [index, child] of node.children.entries()) {
    if (node.hit === 'all' && child.exclusive)
      yield {
        ...warn(`“${child.name}”的命中即止不起作用：这里全部命中的都会执行`),
        node_id: child.id,
      }
    yield* warningsOf(child, `${path}/${child.type}[${index}]`)
  }
}

/** The id of each node, by its path. */
function nodeIds(set: RuleSet): Map<string, string> {
  const ids = new Map<string, string>()
  const visit = (node: RuleNode, path: string): void => {
    ids.set(path, node.id)
    if (node.type === 'son') return
    for (const [index, child] of node.children.entries())
      visit(child, `${path}/${child.type}[${index}]`)
  }
  visit(set.root, 'root')
  return ids
}

/** The node that the longest beginning of the path names. */
function nodeAt(ids: ReadonlyMap<string, string>, path: string): string | null {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const id = ids.get(at)
    if (id !== undefined) return id
  }
  return null
}
