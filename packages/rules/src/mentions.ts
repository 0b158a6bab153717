import type { RuleSet, RuleNode } from '@kaibo/contract/talk/talk.schema.ts'

/** What a rule speaks of. */
export interface Mentions {
  node_id: string
  node_name: string
  events: ReadonlySet<string>
  /** Variables, and fields of events. */
  keys: ReadonlySet<string>
}

const MARK = /\{\{\s*([\w.]+)/g

/** Of each node of a set the events that it names and the keys that it reads or writes. */
export function mentionsIn(set: RuleSet): Mentions[] {
  const found: Mentions[] = []
  const visit = (node: RuleNode): void => {
    const keys = new Set<string>()
    const { children, triggers = [], ...own } = { children: [], ...node }
    look(own, keys)
    const events = new Set(triggers.map(({ event }) => event))
    found.push({ node_id: node.id, node_name: node.name, events, keys })
    for (const child of children) visit(child)
  }
  visit(set.root)
  return found
}

/** Operands, what an action sets, and the marks in texts. */
function look(part: unknown, keys: Set<string>): void {
  if (typeof part === 'string') {
    for (const [, key] of part.matchAll(MARK)) if (key !== undefined) keys.add(key)
  } else if (Array.isArray(part)) for (const one of part) look(one, keys)
  else if (typeof part === 'object' && part !== null) {
    const { origin, kind, key }: { origin?: unknown; kind?: unknown; key?: unknown } = part
    if ((origin === 'variable' || kind === 'setVar') && typeof key === 'string') keys.add(key)
    for (const one of Object.values(part)) look(one, keys)
  }
}
