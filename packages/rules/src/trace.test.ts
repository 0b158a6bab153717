import { describe, expect, test } from 'vitest'
import { Trace } from '@kaibo/contract/talk/talk.trace.ts'
import type { Policy, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { evaluate } from './evaluate.ts'
import {
  all,
  any,
  check,
  error,
  giftEvent,
  input,
  not,
  par,
  programOf,
  range,
  ruleSet,
  say,
  son,
} from './fixture.ts'
import { RuleState } from './state.ts'

function traceOf(set: RuleSet, event = giftEvent(), state = new RuleState(), now = 0) {
  const [decision] = evaluate(programOf(set), event, state, { now, trace: true })
  if (!decision?.trace) throw new Error('no trace')
  return decision.trace
}

describe('a trace', () => {
  test('tells what was compared, what stopped whom, and what was said', () => {
    const first = son({ when: range(['<=', input(500)], 'ev.gift.value', ['<', input(900)]) })
    const second = son({ when: all(check('ev.gift.value', '>', 1)), actions: say('谢谢') })
    const trace = traceOf(ruleSet({ children: [first, par({ children: [second] })] }))
    expect(trace).toMatchObject({
      set: 'set@1',
      event: 'gift.receive',
      event_id: 'event-1',
      now: 0,
      result: 'FIRED',
    })
    const value = { key: 'ev.gift.value', value: 100 }
    expect(trace.steps).toMatchObject([
      {
        kind: 'check',
        path: 'root/son[0]/when',
        type: 2,
        subject: value,
        lo: ['<=', { value: 500 }],
        hi: ['<', { value: 900 }],
        result: false,
      },
      { kind: 'gate', path: 'root/son[0]', gate: 'COND' },
      {
        kind: 'check',
        path: 'root/par[1]/son[0]/when/all[0]',
        type: 1,
        subject: value,
        op: '>',
        rhs: { value: 1 },
        result: true,
      },
      { kind: 'group', path: 'root/par[1]/son[0]/when', mode: 'all', result: true },
      { kind: 'say', path: 'root/par[1]/son[0]/say', pick: 0, of: 1, skipped: [], text: '谢谢' },
    ])
  })

  test('is kept for a set that did not fire, with the time a cooldown still lasts', () => {
    const policy: Policy = { cooldown: { ms: 10_000, scope: 'user', on_hit: 'drop' } }
    const set = ruleSet({ children: [son({ policy })] })
    const state = new RuleState()
    traceOf(set, giftEvent(), state, 0)
    const trace = traceOf(set, giftEvent(), state, 4_000)
    expect(trace.result).toBe('COOLDOWN')
    expect(trace.steps).toEqual([
      { kind: 'gate', path: 'root/son[0]', gate: 'COOLDOWN', key: 'user-1', left_ms: 6_000 },
    ])
  })

  test('names what was missing and what was of the wrong type', () => {
    const set = ruleSet({ children: [son({ when: any(error(), check('ev.user.level', '>', 1)) })] })
    const trace = traceOf(set, giftEvent({ 'ev.user.level': 'high' }))
    expect(trace.result).toBe('ERROR')
    expect(trace.steps).toMatchObject([
      { subject: { key: 'ev.gift.name', fault: 'MISSING' }, result: 'error' },
      { subject: { key: 'ev.user.level', fault: 'TYPE' }, result: 'error' },
      { kind: 'group', result: 'error' },
      { kind: 'gate', gate: 'ERROR' },
    ])
  })

  test('shows the templates that lacked a value', () => {
    const actions = say('{{ev.gift.name}}')
    expect(traceOf(ruleSet({ children: [son({ actions })] })).steps).toEqual([
      { kind: 'say', path: 'root/son[0]/say', of: 1, skipped: [0] },
    ])
  })

  test('has the form that the contract gives it', () => {
    const children = [
      son({ when: not(range(['<', input(1)], 'ev.gift.value', ['<', input(900)])) }),
      son({ when: any(error(), check('ev.gift.value', 'in', [1])) }),
      son(),
    ]
    const trace = traceOf(ruleSet({ children }))
    expect(Trace.parse(JSON.parse(JSON.stringify(trace)))).toEqual(
      JSON.parse(JSON.stringify(trace)),
    )
  })
})

test('a trace knows what the event said and what the room remembered, before anything was reserved', () => {
  const policy: Policy = {
    limit: { max: 2, per: 'session' },
    cooldown: { ms: 1_000, scope: 'rule', on_hit: 'drop' },
  }
  const spoken = say('一', '二').map((one) => ({ ...one, no_repeat: 1 }))
  const set = ruleSet({ children: [son({ id: 'n', policy, actions: spoken })] })
  const state = new RuleState()
  const event = giftEvent()
  const first = traceOf(set, event, state, 0)
  expect(first.vars).toBe(event.vars)
  expect(first.prior).toEqual({ 'limit:set/n': 0, 'cooldown:set/n': 0, 'said:set/n': [] })
  const second = traceOf(set, giftEvent({ id: 'two' }), state, 500)
  expect(second.prior).toEqual({ 'limit:set/n': 1, 'cooldown:set/n': 1_000 })
})
