// 30 rules of 3 checks against 256 events: our compiled rules beside json-rules-engine, counts held equal before anything is timed.
import type { CheckOp } from '@kaibo/contract/talk/talk.enums.ts'
import type { RuleSet, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { compileRules } from '@kaibo/rules/compile.ts'
import { evaluate } from '@kaibo/rules/evaluate.ts'
import type { RuleEvent } from '@kaibo/rules/event.ts'
import { RuleState } from '@kaibo/rules/state.ts'
import { Engine } from 'json-rules-engine'

const RULES = 30
const EVENTS = 256
const ROUNDS = 9
const GIFTS = ['小心心', '小花花', '跑车', '火箭', '嘉年华']

interface Line {
  key: string
  op: CheckOp & ('>=' | '<' | '=')
  value: string | number
}

/** Three checks a rule: the value reaches a step, the level stays below another, the gift is the one. */
const lines = Array.from({ length: RULES }, (_, rule): Line[] => [
  { key: 'ev.gift.value', op: '>=', value: (rule % 10) * 100 },
  { key: 'ev.user.level', op: '<', value: 10 + (rule % 3) * 20 },
  { key: 'ev.gift.name', op: '=', value: GIFTS[rule % GIFTS.length] ?? '' },
])

const events = Array.from({ length: EVENTS }, (_, index): RuleEvent => ({
  key: 'gift.receive',
  id: `event-${index}`,
  at: index,
  vars: {
    'sys.room_name': '测速间',
    'ev.user.name': `观众${index}`,
    'ev.user.open_id': `user-${index % 40}`,
    'ev.user.level': (index * 7) % 60,
    'ev.gift.id': String(index % GIFTS.length),
    'ev.gift.name': GIFTS[index % GIFTS.length] ?? '',
    'ev.gift.count': 1 + (index % 9),
    'ev.gift.value': (index * 37) % 1_200,
    'ev.gift.paid': 1,
  },
}))

const sons = lines.map((checks, rule): SonNode => ({
  id: `rule-${rule}`,
  type: 'son',
  name: `规则${rule}`,
  enabled: 1,
  when: {
    id: `all-${rule}`,
    all: checks.map(({ key, op, value }, index) => ({
      id: `check-${rule}-${index}`,
      type: 1,
      subject: { origin: 'variable', key },
      op,
      rhs: { origin: 'input', value },
    })),
  },
  actions: [
    { kind: 'say', templates: [{ text: '谢谢{{ev.user.name}}', weight: 1 }], no_repeat: 0 },
  ],
}))
const ruleSet: RuleSet = {
  id: 'bench',
  name: '测速',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '测速',
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children: sons,
  },
}

const compiled = compileRules([ruleSet])
if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors))
const { program } = compiled
const state = new RuleState()

function countOurs(trace: boolean): number {
  let fired = 0
  for (const event of events) {
    for (const { outcome } of evaluate(program, event, state, { now: event.at, trace })) {
      if (outcome === 'FIRED') fired++
    }
  }
  return fired
}

const OPERATORS = { '>=': 'greaterThanInclusive', '<': 'lessThan', '=': 'equal' }
const engine = new Engine(
  lines.map((checks, rule) => ({
    conditions: {
      all: checks.map(({ key, op, value }) => ({ fact: key, operator: OPERATORS[op], value })),
    },
    event: { type: `rule-${rule}` },
  })),
)

async function countTheirs(): Promise<number> {
  let fired = 0
  for (const event of events) fired += (await engine.run(event.vars)).events.length
  return fired
}

/** Events per second of one timed round. */
async function rate(passes: number, run: () => number | Promise<number>): Promise<number> {
  const start = performance.now()
  for (let pass = 0; pass < passes; pass++) await run()
  return (passes * EVENTS) / ((performance.now() - start) / 1000)
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const contenders = [
  { name: 'kaibo rules', passes: 200, run: () => countOurs(false) },
  { name: 'kaibo rules, traced', passes: 60, run: () => countOurs(true) },
  { name: 'json-rules-engine', passes: 2, run: countTheirs },
]

const counts = [countOurs(false), countOurs(true), await countTheirs()]
if (new Set(counts).size !== 1) throw new Error(`the engines disagree: ${counts.join(', ')}`)
console.log(`${RULES} rules × 3 checks, ${EVENTS} events, ${counts[0]} firings in each engine`)

// Rounds take turns, so that a slow moment of the machine meets all of them
const rates = contenders.map((): number[] => [])
for (let round = 0; round <= ROUNDS; round++) {
  for (const [index, { passes, run }] of contenders.entries()) {
    const measured = await rate(passes, run)
    // The first round warms up
    if (round > 0) rates[index]?.push(measured)
  }
}
const medians = rates.map(median)
const slowest = medians.at(-1) ?? 1
for (const [index, { name }] of contenders.entries()) {
  const perSecond = medians[index] ?? 0
  const events = Math.round(perSecond).toLocaleString('en').padStart(11)
  console.log(`${name.padEnd(20)} ${events} events/s  ${(perSecond / slowest).toFixed(1)}×`)
}
