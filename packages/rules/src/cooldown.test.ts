import { describe, expect, test } from 'vitest'
import type { Policy } from '@kaibo/contract/talk/talk.schema.ts'
import { giftEvent, giftEvents, input, no, par, range, roomOf, ruleSet, son } from './fixture.ts'

const SECOND = 1_000

const cooled = (scope: 'rule' | 'room' | 'user' | 'group', group?: string) => ({
  cooldown: { ms: 10 * SECOND, scope, group, on_hit: 'drop' } as const,
})
const from = (user: string) => giftEvent({ 'ev.user.open_id': user })

const grouped = (ms: number) => ({
  cooldown: { ms: ms * SECOND, scope: 'group', group: 'x', on_hit: 'drop' } as const,
})

describe('cooldown', () => {
  test('is over after its time, not before', () => {
    const room = roomOf(ruleSet({ children: [son({ policy: cooled('rule') })] }))
    const outcomes = [0, 9_999, 10_000].flatMap((now) => room.outcomes(giftEvent(), now))
    expect(outcomes).toEqual(['FIRED', 'COOLDOWN', 'FIRED'])
  })

  test('is reserved at the decision: a burst fires once, though nothing has been spoken yet', () => {
    const room = roomOf(ruleSet({ children: [son({ policy: cooled('rule') })] }))
    const outcomes = giftEvents(20).flatMap((event) => room.outcomes(event))
    expect(outcomes.filter((outcome) => outcome === 'FIRED')).toHaveLength(1)
  })

  test('does not start unless the node fires', () => {
    const children = [
      par({
        policy: cooled('rule'),
        children: [son({ when: range(['<=', input(200)], 'ev.gift.value', ['<=', input(999)]) })],
      }),
    ]
    const room = roomOf(ruleSet({ children }))
    expect(room.outcomes(giftEvent({ 'ev.gift.value': 1 }))).toEqual(['COND'])
    expect(room.outcomes(giftEvent({ 'ev.gift.value': 300 }))).toEqual(['FIRED'])
    expect(room.outcomes(giftEvent({ 'ev.gift.value': 300 }))).toEqual(['COOLDOWN'])
  })

  test('of a rule is everyone’s', () => {
    const room = roomOf(
      ruleSet({
        hit: 'all',
        children: [son({ policy: cooled('rule') }), son({ id: 'b', policy: cooled('rule') })],
      }),
    )
    expect(room.outcomes(from('1'))).toEqual(['FIRED', 'FIRED'])
    expect(room.outcomes(from('2'))).toEqual(['COOLDOWN'])
  })

  test('of a user is each viewer’s own', () => {
    const room = roomOf(ruleSet({ children: [son({ policy: cooled('user') })] }))
    expect(['1', '2', '1'].flatMap((user) => room.outcomes(from(user)))).toEqual([
      'FIRED',
      'FIRED',
      'COOLDOWN',
    ])
  })

  test('of a user is the rule’s where an event names no viewer', () => {
    const room = roomOf(ruleSet({ children: [son({ policy: cooled('user') })] }))
    const nobody = giftEvent()
    delete nobody.vars['ev.user.open_id']
    expect(room.outcomes(nobody)).toEqual(['FIRED'])
    expect(room.outcomes(nobody)).toEqual(['COOLDOWN'])
    expect(room.outcomes(from('1'))).toEqual(['FIRED'])
  })

  test('of a group is shared by the rules that name it', () => {
    const children = [
      son({ id: 'a', policy: cooled('group', 'x') }),
      son({ id: 'b', policy: cooled('group', 'x') }),
      son({ id: 'c', policy: cooled('group', 'y') }),
    ]
    const room = roomOf(ruleSet({ hit: 'all', children }))
    expect(room.texts(from('1'))).toEqual(['a', 'c'])
  })

  test('of the room is shared by all sets', () => {
    const one = ruleSet({ children: [son({ policy: cooled('room') })] })
    const two = ruleSet({ children: [son({ policy: cooled('room') })] }, { id: 'two' })
    expect(roomOf(one, two).outcomes(from('1'))).toEqual(['FIRED', 'COOLDOWN'])
  })

  test('is never made shorter by one that begins while it runs', () => {
    const children = [son({ id: 'long', policy: grouped(30) })]
    const room = roomOf(ruleSet({ children: [par({ policy: grouped(10), children })] }))
    const times = [0, 10, 29.999, 30].map((second) => second * SECOND)
    expect(times.flatMap((now) => room.outcomes(giftEvent(), now))).toEqual([
      'FIRED',
      'COOLDOWN',
      'COOLDOWN',
      'FIRED',
    ])
  })

  test('of a branch begins once, after its walk, if something below fired', () => {
    const children = [son({ id: 'a' }), son({ id: 'no', when: no() }), son({ id: 'c' })]
    const policy: Policy = {
      ...cooled('rule'),
      limit: { max: 2, per: 'session' },
      mutex: 'm',
    }
    const branch = par({ hit: 'all', policy, children })
    const room = roomOf(
      ruleSet({ hit: 'all', children: [branch, son({ id: 'd', policy: { mutex: 'm' } })] }),
    )
    // Both children fire: neither finds the branch used up by the other
    expect(room.texts(giftEvent(), 0)).toEqual(['a', 'c'])
    expect(room.texts(giftEvent(), 5 * SECOND)).toEqual(['d'])
    expect(room.texts(giftEvent(), 10 * SECOND)).toEqual(['a', 'c'])
    expect(room.texts(giftEvent(), 20 * SECOND)).toEqual(['d'])
    expect(room.state.used('set/' + branch.id, 'session', 0)).toBe(2)
  })
})
