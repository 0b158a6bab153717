import { expect, test } from 'vitest'
import type { Decision } from '@kaibo/rules/decision.ts'
import { DecisionLog, decisionItem } from './decision-log.ts'

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

const keptOf = (log: DecisionLog, outcome: Decision['outcome'], now: number) =>
  Array.from({ length: 100 }, () => log.keeps(decision(outcome), now)).filter(Boolean).length

test('every decision that fired is kept; of the others a bounded number a second, conditions fewest', () => {
  const log = new DecisionLog()
  expect(keptOf(log, 'FIRED', 0)).toBe(100)
  expect(keptOf(log, 'COOLDOWN', 0)).toBe(20)
  expect(keptOf(log, 'ERROR', 0)).toBe(0)
  expect(keptOf(log, 'COND', 0)).toBe(3)
  expect(keptOf(log, 'COND', 999)).toBe(0)
  expect(keptOf(log, 'COND', 1_000)).toBe(3)
  expect(keptOf(log, 'EXPIRED', 1_000)).toBe(20)
})

test('a trace too long for the timeline is left out, the decision is not', () => {
  const trace = {
    set: 's',
    event: 'e',
    event_id: 'e1',
    now: 1,
    result: 'FIRED',
    steps: [],
  } as const
  const room = { room_code: 'ABCD2345', run_id: 'run-1' }
  const short = decision('FIRED', { trace: { ...trace, steps: [] } })
  expect(decisionItem(short, room, 1)).toMatchObject({ trace: { result: 'FIRED' } })
  const long = decision('FIRED', { trace: { ...trace, event_id: 'x'.repeat(20_000), steps: [] } })
  expect(decisionItem(long, room, 1)).toMatchObject({ trace: null, outcome: 'FIRED' })
})
