import { describe, expect, test } from 'vitest'
import type { Cooldown, Policy, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { Trace } from '@kaibo/contract/talk/talk.trace.ts'
import { evaluate } from './evaluate.ts'
import { check, MISSING, no, par, programOf, roomOf, ruleSet, say, son } from './fixture.ts'
import { counts, from, gift, merging, MS, SECOND, thanks } from './merge.fixture.ts'
import { RuleState } from './state.ts'
import { tick } from './tick.ts'

/** Under a branch with these gates; viewers have cooldowns of their own. */
const under = (policy: Policy, over: object = {}, version = 1) =>
  ruleSet(
    {
      children: [
        par({
          id: 'branch',
          policy,
          ...over,
          children: [son({ id: 'thanks', actions: counts, policy: merging() })],
        }),
      ],
    },
    { version },
  )
/** A gift that waits from second 1 to second 10. */
const waiting = (set = under({})) => {
  const room = roomOf(set)
  room.decide(gift(1), 0)
  room.decide(gift(2), 1 * SECOND)
  return room
}

/** Two rules that say which they are, and to whom. */
const line = (id: string, ms: number) =>
  son({ id, actions: say(`${id}{{ev.user.open_id}}`), policy: merging('user', ms) })

const pair = (id: string, ms: number) =>
  ruleSet({ hit: 'all', children: [line(`${id}2`, ms), line(`${id}1`, ms)] }, { id })

const group = (ms: number, on_hit: Cooldown['on_hit']): Policy => ({
  cooldown: { ms, scope: 'group', group: 'g', on_hit },
})

describe('at the end of the cooldown', () => {
  test('neither condition nor chance is asked again, of the node and of those above', () => {
    const room = waiting()
    const never: Policy = { probability: 0 }
    const policy = { ...merging(), ...never }
    const child = son({ id: 'thanks', actions: counts, when: no(), policy })
    room.swap(ruleSet({ children: [par({ when: no(), policy: never, children: [child] })] }))
    expect(room.heard(MS)).toEqual(['2'])
  })

  test.each<[string, RuleSet]>([
    ['OFF', under({}, { enabled: 0 })],
    ['WINDOW', under({ active: { times: [['10:00', '11:00']] } })],
  ])('%s above keeps it back', (reason, shut) => {
    const room = waiting()
    room.swap(shut)
    expect(room.wait(MS)).toMatchObject([{ outcome: reason, node_id: 'branch' }])
  })

  test('what is kept back says so once, and is answered by the first tick that finds the gate open', () => {
    const room = waiting(under({ limit: { max: 2, per: 'round' } }))
    room.decide(gift(1, from('other')), 2 * SECOND)
    expect(room.wait(MS)).toMatchObject([{ outcome: 'LIMIT', node_id: 'branch' }])
    expect(room.heard(MS + SECOND)).toEqual([])
    room.state.round(1)
    expect(room.heard(MS + 2 * SECOND)).toEqual(['2'])
  })

  test('what is kept back for one cooldown more is dropped by the first tick that finds it so', () => {
    const room = waiting(under({ limit: { max: 2, per: 'round' } }))
    const [pot] = room.state.pots.toJSON()
    room.decide(gift(1, from('other')), 2 * SECOND)
    expect(room.heard(MS + 500)).toEqual(['LIMIT'])
    expect(room.heard(2 * MS + 499)).toEqual([])
    expect(room.wait(2 * MS + 600)).toMatchObject([
      { outcome: 'EXPIRED', node_id: 'thanks', event_id: pot?.event.id },
    ])
    room.state.round(1)
    expect(room.heard(2 * MS + SECOND)).toEqual([])
  })

  test('that tick asks once more before', () => {
    const room = waiting(under({ limit: { max: 2, per: 'round' } }))
    room.decide(gift(1, from('other')), 2 * SECOND)
    expect(room.heard(MS)).toEqual(['LIMIT'])
    room.state.round(1)
    expect(room.heard(9 * MS)).toEqual(['2'])
  })

  test('the answer is booked above', () => {
    const policy: Policy = {
      limit: { max: 5, per: 'session' },
      cooldown: { ms: SECOND, scope: 'rule', on_hit: 'drop' },
    }
    const room = waiting(under(policy))
    expect(room.state.used('set/branch', 'session', MS)).toBe(1)
    expect(room.heard(MS)).toEqual(['2'])
    expect(room.state.used('set/branch', 'session', MS)).toBe(2)
    expect(room.state.cooldownLeft('set/branch', '', MS)).toBe(SECOND)
    expect(room.state.cooldownLeft('set/thanks', 'user-1', MS)).toBe(MS)
  })

  test('time and the room’s name are those of the tick', () => {
    const actions = say('{{sys.now|time}}，{{sys.room_name}}')
    const room = roomOf(
      ruleSet({ children: [son({ actions, policy: merging('user', 60 * SECOND) })] }),
    )
    room.decide(gift(1, { 'sys.room_name': '旧名' }), 0)
    room.decide(gift(1, { 'sys.room_name': '旧名' }), 1 * SECOND)
    expect(room.wait(60 * SECOND, { 'sys.room_name': '新名' })[0]?.text).toBe('08:01，新名')
  })

  test('the order is that of the ends, then of sets, nodes and arrival', () => {
    const room = roomOf(pair('b', MS), pair('a', MS), pair('c', MS / 2))
    for (const viewer of ['甲', '乙']) room.decide(gift(1, from(viewer)), 0)
    for (const viewer of ['乙', '甲', '乙']) room.decide(gift(1, from(viewer)), 1 * SECOND)
    expect(room.heard(MS)).toEqual([
      'c2乙',
      'c2甲',
      'c1乙',
      'c1甲',
      'b2乙',
      'b2甲',
      'b1乙',
      'b1甲',
      'a2乙',
      'a2甲',
      'a1乙',
      'a1甲',
    ])
  })

  test('a cooldown that others began since keeps it back', () => {
    const room = roomOf(thanks(merging('rule')))
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    expect(room.texts(gift(4, from('other')), MS + 300)).toEqual(['4'])
    expect(room.heard(MS + 600)).toEqual(['COOLDOWN'])
    expect(room.heard(2 * MS + 299)).toEqual([])
    expect(room.heard(2 * MS + 300)).toEqual(['2'])
  })

  test('a cooldown that was made longer meanwhile is waited for', () => {
    const children = [
      son({ id: 'quick', policy: group(MS, 'drop') }),
      son({ id: 'waits', actions: counts, policy: group(MS, 'merge') }),
    ]
    const branch = par({ hit: 'all', policy: group(3 * MS, 'drop'), children })
    const room = roomOf(ruleSet({ children: [branch] }))
    expect(room.texts(gift(2), 0)).toEqual(['quick'])
    expect(room.state.pots.toJSON()).toMatchObject([{ until: MS }])
    for (const now of [MS, 2 * MS, 3 * MS - 1]) expect(room.heard(now)).toEqual([])
    expect(room.heard(3 * MS)).toEqual(['2'])
  })

  test.each<[string, object]>([
    ['COND', { when: check('ev.gift.count', '>=', 9) }],
    ['ERROR', { when: check(MISSING, '=', '火箭') }],
    ['ERROR', { actions: say(`{{${MISSING}}}`) }],
    ['PROB', { policy: { probability: 0 } }],
    ['LIMIT', { policy: { limit: { max: 1, per: 'session' } } }],
  ])('%s below keeps it back as well, and is dropped in time', (reason, over) => {
    const opener = son({ id: 'opener', when: check('ev.gift.value', '=', 1) })
    const child = son({ id: 'child', actions: counts, ...over })
    const branch = par({ policy: merging(), children: [opener, child] })
    const room = roomOf(ruleSet({ children: [branch] }))
    room.state.use('set/child', 'session', 0)
    expect(room.texts(gift(1, { 'ev.gift.value': 1 }), 0)).toEqual(['opener'])
    room.decide(gift(2), 1 * SECOND)
    expect(room.heard(MS)).toEqual([reason])
    expect(room.heard(MS + SECOND)).toEqual([])
    expect(room.heard(2 * MS)).toEqual(['EXPIRED'])
  })

  test('another gift renews it, though it is kept back as well; that gift itself is left to others', () => {
    const enough = son({ id: 'enough', actions: counts, when: check('ev.gift.count', '>=', 9) })
    const first = son({ id: 'first', when: check('ev.gift.value', '=', 1) })
    const branch = par({ policy: merging(), children: [first, enough] })
    const room = roomOf(ruleSet({ children: [branch, son({ id: 'others' })] }))
    expect(room.texts(gift(1, { 'ev.gift.value': 1 }), 0)).toEqual(['first'])
    room.decide(gift(5), 1 * SECOND)
    expect(room.heard(MS)).toEqual(['COND'])
    expect(room.texts(gift(3), MS + 5 * SECOND)).toEqual(['others'])
    // It has all of its time again, from the next tick on
    expect(room.heard(MS + 6 * SECOND)).toEqual(['COND'])
    expect(room.heard(2 * MS + 5 * SECOND)).toEqual([])
    expect(room.texts(gift(4), 2 * MS + 5 * SECOND)).toEqual(['9'])
    expect(room.heard(9 * MS)).toEqual([])
  })

  test('only a gift renews it: not that the pot of a branch above is asked, too', () => {
    const opener = son({ when: check('ev.gift.value', '=', 1), actions: say('opener') })
    const nameless = son({ actions: say(`{{${MISSING}}}`), policy: merging('user', 9 * SECOND) })
    const policy = merging('user', 5 * SECOND)
    const room = roomOf(ruleSet({ children: [par({ policy, children: [opener, nameless] })] }))
    expect(room.texts(gift(1, { [MISSING]: '火箭' }), 0)).toEqual(['火箭'])
    expect(room.outcomes(gift(1), 5.5 * SECOND)).toEqual(['COOLDOWN'])
    expect(room.texts(gift(1, { 'ev.gift.value': 1 }), 6 * SECOND)).toEqual(['opener'])
    expect(room.outcomes(gift(1), 7 * SECOND)).toEqual(['COOLDOWN'])
    // First the rule’s pot is kept back, by the branch’s cooldown; then the branch’s as well, by the rule
    expect(room.heard(9 * SECOND)).toEqual(['COOLDOWN'])
    expect(room.heard(11 * SECOND)).toEqual(['ERROR'])
    expect(room.heard(16 * SECOND)).toEqual(['EXPIRED'])
    expect(room.heard(18 * SECOND)).toEqual(['EXPIRED'])
  })

  test('a branch’s pot is emptied when anything below fired or holds it', () => {
    const held = son({
      id: 'held',
      actions: say('held{{ev.gift.count}}'),
      policy: merging('user', 3 * MS),
    })
    const fires = son({ id: 'fires', actions: say('fires{{ev.gift.count}}') })
    const not = son({ id: 'not', when: no() })
    const branch = par({ hit: 'all', policy: merging(), children: [not, held, fires] })
    const room = roomOf(ruleSet({ children: [branch] }))
    expect(room.texts(gift(1), 0)).toEqual(['held1', 'fires1'])
    room.decide(gift(2), 1 * SECOND)
    expect(room.heard(MS)).toEqual(['fires2'])
    expect(room.heard(2 * MS)).toEqual([])
    expect(room.heard(3 * MS)).toEqual(['held2'])
  })
})

describe('when the rules change', () => {
  test('what waits stays with its set and node', () => {
    const room = waiting(thanks())
    const child = son({
      id: 'thanks',
      actions: say('新{{ev.gift.count}}'),
      policy: merging('user', 7),
    })
    room.swap(ruleSet({ children: [son(), par({ children: [child] })] }, { version: 2 }))
    expect(room.heard(MS)).toEqual(['新2'])
  })

  test.each<[string, RuleSet]>([
    ['is gone', ruleSet()],
    ['is of another set', thanks(merging(), { id: 'other' })],
    ['merges no more', thanks({ cooldown: { ms: MS, scope: 'user', on_hit: 'drop' } })],
    [
      'does not listen any more',
      ruleSet({
        triggers: [{ event: 'guard.buy' }],
        children: [son({ id: 'thanks', policy: merging() })],
      }),
    ],
  ])('it is dropped when its time comes and its node %s', (_, set) => {
    const room = waiting(thanks())
    room.swap(set)
    expect(room.heard(MS - 1)).toEqual([])
    expect(room.state.pots.toJSON()).toHaveLength(1)
    expect(room.wait(MS)).toMatchObject([
      { set_id: 'set', node_id: 'thanks', node_name: 'thanks', outcome: 'EXPIRED' },
    ])
    expect(room.state.pots.toJSON()).toEqual([])
  })
})

test('a trace of what a tick decides has the form that the contract gives it', () => {
  const set = ruleSet({
    children: [
      par({
        policy: merging(),
        children: [son({ id: 'it', actions: counts, when: check('ev.gift.count', '>=', 3) })],
      }),
    ],
  })
  const program = programOf(set)
  const state = new RuleState()
  const decide = (count: number, now: number) =>
    evaluate(program, gift(count), state, { now, trace: false })
  const traceAt = (now: number) => tick(program, state, { now, trace: true })[0]?.trace
  decide(3, 0)
  decide(2, 1 * SECOND)
  expect(traceAt(MS)).toMatchObject({
    result: 'COND',
    steps: [{ kind: 'check', result: false, subject: { value: 2 } }, { gate: 'COND' }],
  })
  expect(traceAt(2 * MS)).toMatchObject({
    result: 'EXPIRED',
    steps: [{ kind: 'check' }, { gate: 'COND' }],
  })
  decide(3, 2 * MS)
  decide(2, 2 * MS + SECOND)
  decide(2, 2 * MS + SECOND)
  const trace = traceAt(3 * MS)
  expect(trace).toMatchObject({
    now: 3 * MS,
    result: 'FIRED',
    steps: [{ subject: { value: 4 } }, { kind: 'say', text: '4' }],
  })
  expect(Trace.parse(JSON.parse(JSON.stringify(trace)))).toEqual(JSON.parse(JSON.stringify(trace)))
})
