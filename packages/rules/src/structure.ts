import { SYSTEM_EVENTS } from '@kaibo/contract/talk/talk.events.ts'
import {
  MAX_DEPTH,
  MAX_NODES,
  type Condition,
  type RuleNode,
  type RuleSet,
} from '@kaibo/contract/talk/talk.schema.ts'
import type { Report } from './scope.ts'

/** Reports errors in the structure of a set: those that do not depend on the event. */
export function checkStructure(set: RuleSet, report: Report): void {
  const ids = new Set<string>()
  const claim = (id: string, path: string) => {
    if (ids.has(id)) report(path, `编号 ${id} 重复`)
    ids.add(id)
  }
  let nodes = 0

  function checkNode(node: RuleNode, path: string, depth: number, heard: readonly string[]): void {
    nodes++
    claim(node.id, path)
    const triggers = node.triggers?.map(({ event }) => event) ?? heard
    if (node.when) checkCondition(node.when, `${path}/when`, claim, report)
    checkTriggers(node, triggers, heard, path, report)
    if (node.type === 'son') {
      if (node.actions.length === 0) report(path, '规则没有动作')
      if (node.actions.length > 1) report(path, '一条规则只能说一句话')
      return
    }
    if (node.children.length === 0) report(path, '分支下没有规则')
    else if (depth === MAX_DEPTH) report(path, `规则最多 ${MAX_DEPTH} 层`)
    else {
      for (const [index, child] of node.children.entries()) {
        checkNode(child, `${path}/${child.type}[${index}]`, depth + 1, triggers)
      }
    }
  }

  checkNode(set.root, 'root', 1, [])
  if (nodes > MAX_NODES) report('root', `规则最多 ${MAX_NODES} 个节点，现有 ${nodes} 个`)
}

function checkTriggers(
  node: RuleNode,
  triggers: readonly string[],
  heard: readonly string[],
  path: string,
  report: Report,
): void {
  if (triggers.length === 0) report(path, '没有触发事件')
  for (const event of triggers) {
    if (!SYSTEM_EVENTS.has(event)) report(path, `没有名为 ${event} 的事件`)
    else if (node.type !== 'root' && !heard.includes(event)) {
      report(path, `上级不触发事件“${SYSTEM_EVENTS.get(event)?.label}”`)
    }
  }
}

function checkCondition(condition: Condition, path: string, claim: Report, report: Report): void {
  let count = 0
  function walk(part: Condition, depth: number): void {
    count++
    claim(part.id, path)
    if ('type' in part) return
    if (depth === MAX_DEPTH) return report(path, `条件最多 ${MAX_DEPTH} 层`)
    const inside = 'not' in part ? [part.not] : 'all' in part ? part.all : part.any
    for (const inner of inside) walk(inner, depth + 1)
  }
  walk(condition, 1)
  if (count > MAX_NODES) report(path, `条件最多 ${MAX_NODES} 个，现有 ${count} 个`)
}
