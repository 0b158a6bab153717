// An evening of eight hours, recorded as a PC does it and played by other rules in a process of its own: the share of the evening
// that takes, whether it comes to the same twice, and what the tape weighs.
import { gunzipSync, gzipSync } from 'node:zlib'
import { bundleOf, unchanged } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle } from '@kaibo/rules/bundle.ts'
import { defaultRuleSet } from '@kaibo/rules/default-rules.ts'
import { RoomRules } from '@kaibo/rules/engine.ts'
import type { RuleEvent } from '@kaibo/rules/event.ts'
import type { TapeInput } from '@kaibo/rules/tape.ts'
import { END_LINE, headLine, inputLine } from '@kaibo/rules/tape.text.ts'
import { playInChild } from '@kaibo/server/domains/talk/talk.replay.child.ts'

const HOURS = 8
const EVENTS_A_SECOND = 5
const VIEWERS = 20_000
const PART_MS = 300_000
const SECOND_MS = 1_000
const AIM = { share: 0.01, tapeBytes: 64_000_000 }
const BUNDLE = 'bundle'

const began = Date.UTC(2026, 2, 1, 12)
const length = HOURS * 3_600 * SECOND_MS
const KINDS = ['danmu.message', 'danmu.message', 'user.enter', 'user.like', 'gift.receive']

const eventAt = (index: number, at: number): RuleEvent => ({
  key: KINDS[index % KINDS.length] ?? '',
  id: `e${index}`,
  at,
  vars: {
    'ev.user.open_id': `u${(index * 7_919) % VIEWERS}`,
    'ev.user.name': `观众${(index * 7_919) % VIEWERS}`,
    'ev.text': `主播今天说什么 ${index % 97}`,
    'ev.count': 1,
    'ev.gift.id': 'g',
    'ev.gift.name': '玫瑰',
    'ev.gift.count': 1,
    'ev.gift.value': (index * 100) % 5_000,
    'ev.gift.paid': 1,
  },
})

/** The parts of the tape, packed. */
function record(bundle: ReturnType<typeof bundleOf>): Buffer[] {
  const { rules, faults } = compileBundle(bundle)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  const parts: Buffer[] = []
  let lines: string[] = []
  const room = new RoomRules({ tape: (input: TapeInput) => void lines.push(inputLine(input)) })
  room.use({ ...rules, hash: BUNDLE }, began)
  const head = (after: string | null) =>
    headLine({ bundle: BUNDLE, words: null, state: room.snapshot() }, after)
  lines = [head(null)]
  room.open('run', began)
  let index = 0
  for (let now = began; now < began + length; now += SECOND_MS) {
    for (let n = 0; n < EVENTS_A_SECOND; n++) room.happen(eventAt(index++, now), { now })
    room.tick({ now })
    if ((now - began) % PART_MS !== PART_MS - SECOND_MS) continue
    parts.push(gzipSync([...lines, END_LINE].join('\n')))
    lines = [head(String(parts.length - 1))]
  }
  return parts
}

/** The same rules with each pause half as long: sentences come and go. */
const hastier = (set: RuleSet): RuleSet => ({ ...set, root: sooner(set.root) })
function sooner<N extends RuleNode>(node: N): N {
  const cooldown = node.policy?.cooldown
  const policy = cooldown && {
    ...node.policy,
    cooldown: { ...cooldown, ms: Math.max(SECOND_MS, cooldown.ms / 2) },
  }
  const children = 'children' in node && { children: node.children.map(sooner) }
  return { ...node, ...(policy && { policy }), ...children }
}

const set = defaultRuleSet()
const bundle = bundleOf([unchanged(set)])
const parts = record(bundle)
const bytes = parts.reduce((sum, part) => sum + part.length, 0)

async function play(): Promise<{ hash: string; ms: number }> {
  const from = performance.now()
  const told = await playInChild(async (ask) => {
    if (ask.need === 'set') return { set: { rule_id: set.id, set: hastier(set) } }
    if (ask.need === 'pack') return { pack: JSON.stringify(bundle) }
    const part = parts[ask.index]
    return part ? { part: { key: String(ask.index), text: gunzipSync(part).toString() } } : {}
  }, new AbortController().signal)
  if (told === undefined) throw new Error('the replay came to no end')
  const result = JSON.parse(told) as { hash: string; events: number; fresh: number; gone: number }
  console.log(
    `  ${result.events} events, ${result.fresh} sentences more, ${result.gone} fewer, hash ${result.hash.slice(0, 12)}`,
  )
  return { hash: result.hash, ms: performance.now() - from }
}

console.log(
  `${HOURS} h with ${EVENTS_A_SECOND} events a second, ${VIEWERS} viewers, built-in rules:`,
)
const [first, second] = [await play(), await play()]
const share = Math.max(first.ms, second.ms) / length
const met = (isMet: boolean) => (isMet ? 'met' : 'NOT met')
console.log(
  `replay: ${(share * 100).toFixed(3)} % of the evening (aim ≤ ${AIM.share * 100} %): ${met(share <= AIM.share)}`,
)
console.log(`twice the same hash: ${met(first.hash === second.hash)}`)
console.log(
  `tape: ${(bytes / 1e6).toFixed(1)} MB packed (aim ≤ ${AIM.tapeBytes / 1e6} MB): ${met(bytes <= AIM.tapeBytes)}`,
)
