import { beforeEach, expect, test } from 'vitest'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import { DecisionLog, decisionItem } from './decision-log.ts'

const MINUTE = 60_000
const room = { room_code: 'ABCD2345', run_id: 'run-1' }

const decision = (outcome: Decision['outcome'], more: Partial<Decision> = {}): Decision => ({
  set_id: 'default',
  v: 1,
  node_id: 'n1',
  node_name: '欢迎',
  node_path: 'root/son[0]',
  outcome,
  effects: [],
  priority: 30,
  ttl_ms: 8_000,
  event_id: 'e1',
  event_key: 'danmu.message',
  ...more,
})

let spooled: SpoolItem[]
let log: DecisionLog
beforeEach(() => {
  spooled = []
  log = new DecisionLog({
    clock: { now: () => 0 },
    room: () => room,
    spool: (item) => void spooled.push(item),
  })
})

/** How many of a hundred such decisions are kept. */
function keptOf(outcome: Decision['outcome'], now: number, more: Partial<Decision> = {}): number {
  const before = spooled.length
  for (let i = 0; i < 100; i++) log.note([decision(outcome, { event_id: `e${i}`, ...more })], now)
  return spooled.slice(before).filter(({ type }) => type === 'decision').length
}

test('all that fired is kept; of the rest so much a minute, for each node or set', () => {
  expect(keptOf('FIRED', 0)).toBe(100)
  expect(keptOf('ERROR', 0)).toBe(60)
  expect(keptOf('COOLDOWN', 0)).toBe(2)
  expect(keptOf('LIMIT', 0)).toBe(0)
  expect(keptOf('COOLDOWN', 0, { node_id: 'n2' })).toBe(2)
  expect(keptOf('COND', 0)).toBe(1)
  expect(keptOf('COND', 0, { node_id: 'n2' })).toBe(0)
  expect(keptOf('COND', 0, { set_id: 'other' })).toBe(1)
  expect(keptOf('COND', MINUTE - 1)).toBe(0)
  expect(keptOf('COND', MINUTE)).toBe(1)
  expect(keptOf('EXPIRED', MINUTE)).toBe(2)
})

test('the one that takes its rule out is kept in any case', () => {
  keptOf('ERROR', 0)
  expect(keptOf('ERROR', 0, { opened: 'DIV0' })).toBe(100)
  expect(spooled.at(-1)).toMatchObject({ outcome: 'ERROR', opened: 'DIV0' })
})

const counts = () => spooled.filter((item) => item.type === 'counts')

test('every decision is counted by its minute, told when the minute is over or the room ends', () => {
  keptOf('COND', 0)
  keptOf('FIRED', 1)
  log.note([decision('FIRED'), decision('FIRED', { node_id: 'n2' })], 2)
  expect(counts()).toEqual([])
  log.note([], MINUTE)
  const of = { set_id: 'default', v: 1 }
  expect(counts()).toEqual([
    {
      type: 'counts',
      ...room,
      minute: 0,
      rows: [
        { ...of, node_id: 'n1', outcome: 'COND', n: 100 },
        { ...of, node_id: '', outcome: 'HEARD', n: 201 },
        { ...of, node_id: 'n1', outcome: 'FIRED', n: 101 },
        { ...of, node_id: 'n2', outcome: 'FIRED', n: 1 },
      ],
    },
  ])
  log.note([decision('ERROR', { v: 2 })], MINUTE + 1)
  log.close()
  log.close()
  expect(counts()).toHaveLength(2)
  expect(counts().at(-1)).toMatchObject({
    minute: 1,
    rows: [
      { v: 2, n: 1 },
      { v: 2, n: 1 },
    ],
  })
})

test('a trace too long for the timeline is left out, the decision is not; so is what it read', () => {
  const trace = {
    set: 's',
    event: 'e',
    event_id: 'e1',
    now: 1,
    result: 'FIRED',
    steps: [],
  } as const
  const vars = { 'ev.user.open_id': 'u1', 'ev.text': '你好' }
  const prior = { 'limit:s/n': 2 }
  const short = decision('FIRED', { trace: { ...trace, steps: [], vars, prior } })
  expect(decisionItem(short, room, 1)).toMatchObject({
    trace: { result: 'FIRED' },
    open_id: 'u1',
    vars,
    prior,
  })
  const long = decision('FIRED', {
    trace: {
      ...trace,
      event_id: 'x'.repeat(20_000),
      steps: [],
      vars: { ...vars, 'ev.text': 'x'.repeat(5_000) },
    },
  })
  const item = decisionItem(long, room, 1)
  expect(item).toMatchObject({ trace: null, outcome: 'FIRED', open_id: 'u1' })
  expect(item).not.toHaveProperty('vars')
})
