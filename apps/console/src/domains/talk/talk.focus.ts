import type { RootNode, RuleNode } from '@kaibo/contract/talk/talk.schema.ts'
import { placed } from './talk.draft.ts'

/* From what the server says of a draft to the field of the form that it is of. */

/** A rule, and what of it: `when/all[1]`, `say/templates[0]`, `cooldown`; empty for the rule as a whole. */
export interface FieldAt {
  node_id: string
  part: string
}

/** By the path of a problem: `root/par[0]/son[1]/when/all[0]`. */
export function fieldOfProblem(root: RootNode, path: string): FieldAt | undefined {
  const rules = [...placed(root)].filter(
    (one) => path === one.path || path.startsWith(`${one.path}/`),
  )
  const rule = rules.at(-1)
  return rule && { node_id: rule.node.id, part: path.slice(rule.path.length + 1) }
}

/** By the path of a field that could not be read: `set.root.children.0.actions.0.templates.1.text`. */
export function fieldOfPath(root: RootNode, path: string): FieldAt | undefined {
  const [, top, ...parts] = path.split('.')
  if (top !== 'root') return undefined
  let node: RuleNode = root
  while (parts[0] === 'children' && node.type !== 'son') {
    const child: RuleNode | undefined = node.children[Number(parts[1])]
    if (!child) return undefined
    node = child
    parts.splice(0, 2)
  }
  return { node_id: node.id, part: partOf(parts) }
}

function partOf([first, ...rest]: readonly string[]): string {
  if (first === 'actions')
    return rest.includes('templates') ? `say/templates[${rest[2] ?? 0}]` : 'effects'
  if (first === 'policy') return rest[0] ?? ''
  if (first === 'when') return rest[0] === 'all' ? `when/all[${rest[1] ?? 0}]` : 'when'
  return first ?? ''
}

const CAN_FOCUS = 'input, textarea, button, [tabindex]'

/** Leads the keyboard to a field of the form; to its first one where it has no such field. */
export function focusPart(form: HTMLElement, part: string): void {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-part]')]
  const named = fields.filter(({ dataset }) => isWithin(part, dataset['part'] ?? ''))
  const longest = named.sort((a, b) => lengthOf(b) - lengthOf(a))[0] ?? fields[0]
  const target = longest?.querySelector<HTMLElement>(CAN_FOCUS)
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

const lengthOf = ({ dataset }: HTMLElement) => dataset['part']?.length ?? 0

/** Also a condition that stands alone is the first of its list. */
const isWithin = (part: string, field: string): boolean =>
  part === field || part.startsWith(`${field}/`) || (part === 'when' && field === 'when/all[0]')
