import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type { ChildNode, Condition, RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { Facts } from './bounds.ts'
import type { Report } from './term.ts'

interface Above {
  facts: Facts
  subject: Operand | undefined
  heard: readonly string[]
}

/** Reports rules that nothing can ever reach, and conditions that nothing can ever fulfil. */
export function checkReach(set: RuleSet, report: Report): void {
  visit(set.root, 'root', { facts: new Facts(), subject: undefined, heard: [] })

  function visit(node: RuleNode, path: string, above: Above): void {
    const subject = node.subject ?? above.subject
    const facts = new Facts(above.facts).suppose(node.when, subject)
    if (node.when && !checkGroups(node.when, subject, `${path}/when`) && facts.isImpossible)
      report(`${path}/when`, '与上级的条件互相矛盾，永远不会成立')
    if (node.type === 'son') return
    const here = { facts, subject, heard: heardBy(node, above.heard) }
    for (const [index, child] of node.children.entries()) {
      const at = `${path}/${child.type}[${index}]`
      if (node.hit === 'first') {
        const earlier = node.children.slice(0, index).find((one) => hides(one, child, here))
        if (earlier) report(at, `永远轮不到：前面的“${earlier.name}”总会先命中`)
      }
      visit(child, at, here)
    }
  }

  /** Of the groups in a condition the innermost that contradict themselves; answers whether there are any. */
  function checkGroups(condition: Condition, subject: Operand | undefined, path: string): boolean {
    if ('type' in condition) return false
    if ('not' in condition) return checkGroups(condition.not, subject, `${path}/not`)
    const mode = 'all' in condition ? 'all' : 'any'
    const parts = 'all' in condition ? condition.all : condition.any
    const found = parts.filter((part, index) =>
      checkGroups(part, subject, `${path}/${mode}[${index}]`),
    )
    if (found.length > 0) return true
    const isImpossible = mode === 'all' && new Facts().suppose(condition, subject).isImpossible
    if (isImpossible) report(path, '条件互相矛盾，永远不会成立')
    return isImpossible
  }
}

const heardBy = (node: RuleNode, above: readonly string[]): readonly string[] =>
  node.triggers?.map((trigger) => JSON.stringify(trigger)) ?? above

/** Whether `first` never comes to the later sibling, because the earlier one always ends the walk before. */
function hides(earlier: ChildNode, later: ChildNode, { facts, subject, heard }: Above): boolean {
  if (earlier.enabled !== OpenStatus.open || earlier.policy?.active) return false
  const own = heardBy(earlier, heard)
  if (!heardBy(later, heard).every((event) => own.includes(event))) return false
  const known = new Facts(facts).suppose(later.when, later.subject ?? subject)
  const where = earlier.subject ?? subject
  if (!known.imply(earlier.when, where)) return false
  return earlier.exclusive === true || surelyEnds(earlier, known, where)
}

/** Whether the node, whose own condition holds, surely fires or holds the event. */
function surelyEnds(node: ChildNode, known: Facts, subject: Operand | undefined): boolean {
  if (isGated(node)) return false
  if (node.type === 'son') return true
  return node.children.some(
    (child) =>
      child.enabled === OpenStatus.open &&
      !child.policy?.active &&
      !child.triggers &&
      known.imply(child.when, child.subject ?? subject) &&
      surelyEnds(child, known, child.subject ?? subject),
  )
}

function isGated({ policy = {} }: ChildNode): boolean {
  const { probability, mutex, limit, cooldown, run } = policy
  const gates = [probability, mutex, limit, cooldown]
  return gates.some((gate) => gate !== undefined) || run === 'single'
}
