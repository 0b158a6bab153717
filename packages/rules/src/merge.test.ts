import { describe, expect, test } from 'vitest'
import type { RuleEvent } from './event.ts'
import { check, no, par, roomOf, ruleSet, say, son } from './fixture.ts'
import { counts, from, gift, merging, MS, SECOND, thanks } from './merge.fixture.ts'

describe('what comes during the cooldown', () => {
  test('is answered when it ends, without another gift, in the name of the last', () => {
    const actions = say('{{ev.user.name}}：{{ev.gift.count}}个，{{ev.gift.value}}分')
    const room = roomOf(ruleSet({ children: [son({ id: 'thanks', actions, policy: merging() })] }))
    expect(room.texts(gift(1), 0)).toEqual(['小明：1个，10分'])
    expect(room.outcomes(gift(2), 1 * SECOND)).toEqual(['COOLDOWN'])
    const last = gift(3, { 'ev.user.name': '小明改了名' })
    expect(room.outcomes(last, 2 * SECOND)).toEqual(['COOLDOWN'])
    expect(room.wait(MS - 1)).toEqual([])
    expect(room.wait(MS)).toEqual([
      {
        set_id: 'set',
        v: 1,
        node_id: 'thanks',
        node_name: 'thanks',
        node_path: 'root/son[0]',
        outcome: 'FIRED',
        text: '小明改了名：5个，50分',
        effects: [expect.objectContaining({ kind: 'say', text: '小明改了名：5个，50分' })],
        priority: 50,
        ttl_ms: 30_000,
        event_id: last.id,
        event_key: 'gift.receive',
      },
    ])
    expect(room.wait(MS * 9)).toEqual([])
  })

  test('joins the next gift where that is earlier than the tick', () => {
    const room = roomOf(thanks())
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    expect(room.texts(gift(4), MS)).toEqual(['6'])
    expect(room.heard(MS * 9)).toEqual([])
  })

  test('begins a cooldown of its own: it is free exactly as long after it was answered', () => {
    const room = roomOf(thanks())
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    expect(room.heard(MS + 400)).toEqual(['2'])
    expect(room.outcomes(gift(3), 2 * MS + 399)).toEqual(['COOLDOWN'])
    expect(room.heard(2 * MS + 399)).toEqual([])
    expect(room.heard(2 * MS + 400)).toEqual(['3'])
  })

  test('waits for a tick as long as there is none: it does not age before it is asked', () => {
    const room = roomOf(thanks())
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    expect(room.heard(100 * MS)).toEqual(['2'])
  })

  test('waits no longer than that on a clock that is set back', () => {
    const room = roomOf(thanks())
    room.decide(gift(1), 100 * MS)
    room.decide(gift(2), 100 * MS + SECOND)
    expect(room.heard(MS)).toEqual(['2'])
  })

  test('ends with its run', () => {
    const room = roomOf(thanks())
    room.state.open('run-1')
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    room.state.open('run-1')
    expect(room.state.pots.toJSON()).toHaveLength(1)
    room.state.open('run-2')
    expect(room.heard(MS)).toEqual([])
  })
})

describe('amounts stay apart', () => {
  test.each<[string, RuleEvent]>([
    ['of another viewer', gift(1, from('other'))],
    ['of another kind of gift', gift(1, { 'ev.gift.id': 'car' })],
    ['of another kind of event', { ...gift(1), key: 'guard.buy' }],
  ])('%s', (_, other) => {
    const triggers = [{ event: 'gift.receive' }, { event: 'guard.buy' }]
    const room = roomOf(
      ruleSet({ triggers, children: [son({ actions: counts, policy: merging('rule') })] }),
    )
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    expect(room.texts(other, MS)).toEqual(['1'])
    expect(room.heard(2 * MS)).toEqual(['2'])
  })

  test('of another node, though both wait for one cooldown', () => {
    const room = roomOf(thanks(merging('room')), thanks(merging('room'), { id: 'other' }))
    expect(room.texts(gift(5), 0)).toEqual(['5', undefined])
    expect(room.texts(gift(2), 1 * SECOND)).toEqual([undefined, undefined])
    expect(room.texts(gift(1), MS)).toEqual(['3', undefined])
    expect(room.heard(2 * MS)).toEqual(['8'])
  })

  test('of another cooldown of the same node, where the rules were changed', () => {
    const room = roomOf(thanks(merging('rule')))
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    room.swap(thanks(merging('group')))
    expect(room.texts(gift(4), 2 * SECOND)).toEqual(['4'])
    room.decide(gift(8), 3 * SECOND)
    expect(room.heard(2 * MS)).toEqual(['2', 'COOLDOWN'])
    expect(room.heard(3 * MS)).toEqual(['8'])
  })

  test('of a viewer whose name only looks like another’s and a gift', () => {
    const room = roomOf(thanks(merging('rule')))
    room.decide(gift(1), 0)
    room.decide(gift(2, { ...from('a\nb'), 'ev.gift.id': 'c' }), 1 * SECOND)
    room.decide(gift(4, { ...from('a'), 'ev.gift.id': 'b\nc' }), 1 * SECOND)
    expect(room.heard(MS)).toEqual(['2', 'COOLDOWN'])
  })
})

const big = (id: string, least: number) =>
  son({ id, actions: say(`${id}{{ev.gift.count}}`), when: check('ev.gift.count', '>=', least) })

describe('the sums', () => {
  test('are what conditions and sentences below the node read, and the node’s own condition is not', () => {
    const branch = par({
      when: check('ev.gift.count', '<', 5),
      policy: merging(),
      children: [big('多', 6), big('少', 1)],
    })
    const room = roomOf(ruleSet({ children: [branch] }))
    expect(room.texts(gift(4), 0)).toEqual(['少4'])
    expect(room.outcomes(gift(4), 1 * SECOND)).toEqual(['COOLDOWN'])
    expect(room.outcomes(gift(5), 2 * SECOND)).toEqual(['COND'])
    expect(room.texts(gift(3), MS)).toEqual(['多7'])
    room.decide(gift(4), MS + SECOND)
    room.decide(gift(4), MS + SECOND)
    expect(room.heard(2 * MS)).toEqual(['多8'])
  })

  test('are not read by siblings', () => {
    const plain = son({ actions: say('又{{ev.gift.count}}') })
    const merged = son({ actions: counts, policy: merging() })
    const room = roomOf(ruleSet({ hit: 'all', children: [merged, plain] }))
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    expect(room.texts(gift(4), MS)).toEqual(['6', '又4'])
  })

  test('leave out what an event does not say', () => {
    const room = roomOf(thanks())
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    const unknown = gift(0)
    delete unknown.vars['ev.gift.count']
    room.decide(unknown, 2 * SECOND)
    expect(room.heard(MS)).toEqual(['2'])
  })
})

const nested = (above = MS / 2, below = MS * 0.9) =>
  ruleSet({
    children: [
      par({
        id: 'branch',
        policy: merging('user', above),
        children: [son({ actions: counts, policy: merging('user', below) })],
      }),
    ],
  })

describe('a branch over a rule that merges, too', () => {
  test('counts no gift twice', () => {
    const room = roomOf(nested())
    expect(room.texts(gift(1), 0)).toEqual(['1'])
    room.decide(gift(1), 1 * SECOND)
    // The rule below holds it together with the one before, which the branch hands down
    expect(room.outcomes(gift(1), 5 * SECOND)).toEqual(['COOLDOWN'])
    expect(room.texts(gift(1), 9 * SECOND)).toEqual(['3'])
  })

  test('hands its pot down to the rule when its own cooldown ends, and begins none by that', () => {
    const room = roomOf(nested())
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    expect(room.heard(5 * SECOND)).toEqual(['COOLDOWN'])
    expect(room.state.pots.toJSON()).toMatchObject([
      { until: 9 * SECOND, event: { vars: { 'ev.gift.count': 2 } } },
    ])
    expect(room.state.cooldownLeft('set/branch', 'user-1', 5 * SECOND)).toBe(0)
    expect(room.heard(9 * SECOND)).toEqual(['2'])
    expect(room.state.cooldownLeft('set/branch', 'user-1', 9 * SECOND)).toBe(5 * SECOND)
  })

  test('keeps what it holds itself when the pot below is answered', () => {
    const room = roomOf(nested(MS, MS / 2))
    room.decide(gift(1), 0)
    room.decide(gift(2), 1 * SECOND)
    expect(room.heard(MS)).toEqual(['2'])
    room.decide(gift(4), MS + SECOND)
    expect(room.heard(2 * MS)).toEqual(['4'])
  })
})

/** With an id for which the draw comes to the first child. */
const drawn = (count: number) => ({ ...gift(count), id: 'event-1' })

describe('the walk', () => {
  test.each(['first', 'random'] as const)(
    'ends at a child that holds the event: nobody else is to thank for it (%s)',
    (hit) => {
      const holds = son({ id: 'a', weight: 100, policy: merging('rule') })
      const room = roomOf(ruleSet({ hit, children: [holds, son({ id: 'b', weight: 1 })] }))
      expect(room.texts(drawn(1), 0)).toEqual(['a'])
      expect(room.outcomes(drawn(2), 5)).toEqual(['COOLDOWN'])
    },
  )

  test('ends at a branch in which a child holds it', () => {
    const children = [son({ id: 'a', policy: merging('rule') }), son({ when: no() })]
    const room = roomOf(ruleSet({ children: [par({ hit: 'all', children }), son({ id: 'b' })] }))
    expect(room.texts(gift(1), 0)).toEqual(['a'])
    expect(room.outcomes(gift(2), 5)).toEqual(['COOLDOWN'])
  })
})
