import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import { listed, words } from '@kaibo/contract/kernel/words.ts'
import type { Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileRules } from '@kaibo/rules/compile.ts'
import { mentionsIn, type Mentions } from '@kaibo/rules/mentions.ts'
import { nodeAt, nodesByPath } from '@kaibo/rules/node-at.ts'
import { conflict, type Fault } from '#platform/fault.ts'
import type { setsOf } from './game.store.ts'

type Set = Awaited<ReturnType<typeof setsOf>>[number]

/** A rule that speaks of something of a game. */
export interface Use {
  rule_id: string
  rule: string
  org_id: string
  node_id: string
  node: string
}

/** The draft of a set, and what rooms run of it. */
const versionsOf = ({ draft_json, live_json, canary_json }: Set): RuleSet[] =>
  [...new Set([draft_json, live_json, canary_json])].flatMap((json) =>
    json === null ? [] : (JSON.parse(json) as RuleSet),
  )

/** The rules of these sets that speak of it, each once. */
export function usesIn(sets: readonly Set[], speaks: (mentions: Mentions) => boolean): Use[] {
  const uses = new Map<string, Use>()
  for (const set of sets)
    for (const version of versionsOf(set))
      for (const mentions of mentionsIn(version))
        if (speaks(mentions)) keep(uses, set, mentions.node_id, mentions.node_name)
  return [...uses.values()]
}

/** The rules of these sets that are in order by the one catalogue, and not by the other. */
export function breaksIn(sets: readonly Set[], before: Catalogue, after: Catalogue): Use[] {
  const uses = new Map<string, Use>()
  for (const set of sets)
    for (const version of versionsOf(set)) {
      const nodes = nodesByPath(version)
      const known = new Set(errorsOf(version, before).map(({ path, message }) => path + message))
      for (const { path, message } of errorsOf(version, after)) {
        const node = nodeAt(nodes, path) ?? version.root
        if (!known.has(path + message)) keep(uses, set, node.id, node.name)
      }
    }
  return [...uses.values()]
}

function errorsOf(set: RuleSet, catalogue: Catalogue) {
  const result = compileRules([set], catalogue)
  return result.ok ? [] : result.errors
}

function keep(
  uses: Map<string, Use>,
  { rule_id, name, org_id }: Set,
  node_id: string,
  node: string,
) {
  uses.set(`${rule_id} ${node_id}`, { rule_id, rule: name, org_id, node_id, node })
}

const NAMED = 3

/** 1006 with the rules that the caller sees; of others how many there are. */
export function inUse(uses: readonly Use[], scope: Scope, what: 'use' | 'break'): Fault {
  const own = orgOfScope(scope)
  const seen = own === undefined ? uses : uses.filter(({ org_id }) => org_id === own)
  const some = seen
    .slice(0, NAMED)
    .map(({ rule, node }) => words(`「${rule}」的「${node}」`, `“${node}” of “${rule}”`))
  const names = listed(some)
  const more = some.length < uses.length ? words('等', ' and others') : words('', '')
  const count = uses.length
  const said =
    what === 'use'
      ? words(
          `正被${count}条规则使用：${names.zh}${more.zh}，请先改掉这些规则`,
          `${count} rules use it: ${names.en}${more.en}; change them first`,
        )
      : words(
          `这样改会让${count}条规则失效：${names.zh}${more.zh}`,
          `This breaks ${count} rules: ${names.en}${more.en}`,
        )
  const rules = seen.map(({ rule_id, rule, node_id, node }) => ({ rule_id, rule, node_id, node }))
  return conflict(said, { rules, others: count - rules.length })
}
