import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { invalid } from '#platform/fault.ts'
import { isRecord } from '#platform/record.ts'

/** What the fields of a rule are called, by their name in its JSON. */
const LABELS: Readonly<Record<string, Words>> = {
  name: nouns.name,
  text: words('话术', 'line'),
  template: words('弹幕', 'danmu'),
  templates: words('话术', 'lines'),
  triggers: words('触发事件', 'events'),
  when: words('条件', 'condition'),
  value: words('比较的值', 'value'),
  rhs: words('比较的值', 'value'),
  ms: words('冷却时间', 'cooldown'),
  max: words('次数', 'limit'),
  priority: words('优先级', 'priority'),
  probability: words('概率', 'probability'),
  weight: words('权重', 'weight'),
  asset_id: words('素材', 'file'),
  volume: words('音量', 'volume'),
}

/** The set that a console has sent in the field `at`. 1001 names the rule and the field that cannot be read; the console loses nothing. */
export function readSet(json: unknown, at = 'set'): RuleSet {
  const { data, error } = RuleSet.safeParse(json)
  if (data) return data
  const path = deepest(error?.issues ?? [])
  const name = nodeNameAt(json, path)
  const label = path.map((part) => LABELS[String(part)]).findLast((one) => one !== undefined)
  const what = label ?? words('内容', 'content')
  throw invalid({
    [[at, ...path].join('.')]: words(
      `规则“${name}”的${what.zh}没有填写或不符合要求`,
      `The ${what.en} of the rule “${name}” is missing or not as it must be`,
    ),
  })
}

interface Issue {
  path: readonly PropertyKey[]
  errors?: readonly (readonly Issue[])[]
}

/** Of a choice among shapes, the branch that went furthest: that is the shape that was meant. */
function deepest(issues: readonly Issue[]): PropertyKey[] {
  const ways = issues.map(({ path, errors = [] }) => [
    ...path,
    ...errors.map(deepest).reduce((a, b) => (b.length > a.length ? b : a), []),
  ])
  return ways.reduce((a, b) => (b.length > a.length ? b : a), [])
}

function nodeNameAt(json: unknown, path: readonly PropertyKey[]): string {
  let at: unknown = json
  let name = ''
  for (const part of path) {
    if (isRecord(at) && typeof at['name'] === 'string') name = at['name']
    at = isRecord(at) ? at[String(part)] : Array.isArray(at) ? at[Number(part)] : undefined
  }
  return name
}
