import { MAX_ACTIONS } from '@kaibo/contract/talk/action.schema.ts'
import { TIMER } from '@kaibo/contract/talk/talk.events.ts'
import {
  MAX_DEPTH,
  MAX_NODES,
  type Condition,
  type RuleNode,
  type RuleSet,
  type Trigger,
} from '@kaibo/contract/talk/talk.schema.ts'
import { isAdvance } from './route-key.ts'
import type { Reading } from './scope.ts'
import type { Report } from './term.ts'

interface Above {
  depth: number
  /** The events that it hears. */
  heard: readonly string[]
  isTimed: boolean
}

/** Reports errors in the structure of a set: those that do not depend on the event. */
export function checkStructure(set: RuleSet, reading: Reading, report: Report): void {
  const ids = new Set<string>()
  const claim = (id: string, path: string) => {
    if (ids.has(id)) report(path, `编号 ${id} 重复`)
    ids.add(id)
  }
  let nodes = 0

  function checkNode(node: RuleNode, path: string, { depth, heard, isTimed }: Above): void {
    nodes++
    claim(node.id, path)
    const triggers = node.triggers?.map(({ event }) => event) ?? heard
    if (node.when) checkCondition(node.when, `${path}/when`, claim, report)
    checkTriggers(node, triggers, heard, path, reading, report)
    const here = {
      depth: depth + 1,
      heard: triggers,
      isTimed: isTimed || (node.triggers?.some(({ every_s }) => every_s !== undefined) ?? false),
    }
    if (node.type === 'son') {
      if (node.actions.length === 0) report(path, '规则没有动作')
      if (node.actions.length > MAX_ACTIONS) report(path, `一条规则最多 ${MAX_ACTIONS} 个动作`)
      if (triggers.includes(TIMER) && !here.isTimed) report(path, '请输入定时的间隔')
      return
    }
    if (node.children.length === 0) report(path, '分支下没有规则')
    else if (depth === MAX_DEPTH) report(path, `规则最多 ${MAX_DEPTH} 层`)
    else {
      for (const [index, child] of node.children.entries()) {
        checkNode(child, `${path}/${child.type}[${index}]`, here)
      }
    }
  }

  checkNode(set.root, 'root', { depth: 1, heard: [], isTimed: false })
  if (nodes > MAX_NODES) report('root', `规则最多 ${MAX_NODES} 个节点，现有 ${nodes} 个`)
}

function checkTriggers(
  node: RuleNode,
  triggers: readonly string[],
  heard: readonly string[],
  path: string,
  { known, isLenient }: Reading,
  report: Report,
): void {
  if (triggers.length === 0) report(path, '没有触发事件')
  for (const event of triggers) {
    const facts = known.events.get(event)
    if (!facts) {
      if (!isLenient) report(path, `没有名为 ${event} 的事件`)
    } else if (node.type !== 'root' && !heard.includes(event)) {
      report(path, `上级不触发事件“${facts.label.zh}”`)
    }
  }
  for (const trigger of node.triggers ?? []) checkTrigger(trigger, path, known, report)
}

function checkTrigger(
  trigger: Trigger,
  path: string,
  known: Reading['known'],
  report: Report,
): void {
  const { event, lead_s, merge_ms, every_s, jitter_s } = trigger
  const facts = known.events.get(event)
  const called = `事件“${facts?.label.zh ?? event}”`
  if (isAdvance(trigger)) {
    if (lead_s === undefined) report(path, '请输入提前秒数')
    if (facts && !facts.eta) report(path, `${called}不能预知，不能提前触发`)
  } else if (lead_s !== undefined) report(path, '提前秒数只用于提前触发')
  if (merge_ms !== undefined && facts && !facts.variables.some(({ sums }) => sums))
    report(path, `${called}没有可以合并的数量`)
  if (event !== TIMER && (every_s !== undefined || jitter_s !== undefined))
    report(path, `间隔只用于定时，${called}不需要`)
  if (jitter_s !== undefined && jitter_s > (every_s ?? 0) / 2)
    report(path, '随机浮动不能超过间隔的一半')
}

function checkCondition(condition: Condition, path: string, claim: Report, report: Report): void {
  let count = 0
  function walk(part: Condition, depth: number): void {
    count++
    claim(part.id, path)
    if (depth > MAX_DEPTH) return report(path, `条件最多 ${MAX_DEPTH} 层`)
    if ('type' in part) return
    const inside = 'not' in part ? [part.not] : 'all' in part ? part.all : part.any
    for (const inner of inside) walk(inner, depth + 1)
  }
  walk(condition, 1)
  if (count > MAX_NODES) report(path, `条件最多 ${MAX_NODES} 个，现有 ${count} 个`)
}
