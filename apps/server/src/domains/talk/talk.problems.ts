import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { ActionKind, CLOSED_ACTIONS } from '@kaibo/contract/talk/action.schema.ts'
import type { Problem } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileRules } from '@kaibo/rules/compile.ts'
import { nodeAt, nodesByPath } from '@kaibo/rules/node-at.ts'

/** What is wrong with a draft: an error keeps it from being published, a warning says what will not happen. */
export function problemsOf(set: RuleSet, catalogue: Catalogue): Problem[] {
  const result = compileRules([set], catalogue)
  const errors = result.ok ? [] : result.errors
  const nodes = nodesByPath(set)
  return [
    ...errors.map(({ path, message }) => ({
      path,
      node_id: nodeAt(nodes, path)?.id ?? null,
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
