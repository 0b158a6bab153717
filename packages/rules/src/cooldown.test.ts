import { describe, expect, test } from 'vitest'
import {
  giftEvent,
  giftEvents,
  input,
  no,
  par,
  range,
  roomOf,
  ruleSet,
  say,
  son,
} from './fixture.ts'

const SECOND = 1_000

const cooled = (scope: 'rule' | 'room' | 'user' | 'group', group?: string) => ({
  cooldown: { ms: 10 * SECOND, scope, group, on_hit: 'drop' } as const,
})
const from = (user: string) => giftEvent({ 'ev.user.open_id': user })

const thanks = (scope: 'user' | 'rule' = 'user') =>
  roomOf(
    ruleSet({
      children: [
        par({
          policy: { cooldown: { ms: 10 * SECOND, scope, on_hit: 'merge' } },
          children: [son({ actions: say('{{ev.gift.count}}个，{{ev.gift.value}}分') })],
        }),
      ],
    }),
  )
const gift = (count: number, over = {}) =>
  giftEvent({ 'ev.gift.count': count, 'ev.gift.value': count * 10, ...over })

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
    const nobody = giftEvent()
    delete nobody.vars['ev.user.open_id']
    expect(room.outcomes(nobody)).toEqual(['ERROR'])
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
})

describe('merge', () => {
  test('what came too early is counted in the next answer, once', () => {
    const room = thanks()
    expect(room.texts(gift(1), 0)).toEqual(['1个，10分'])
    expect(room.outcomes(gift(2), 1_000)).toEqual(['COOLDOWN'])
    expect(room.outcomes(gift(3), 2_000)).toEqual(['COOLDOWN'])
    expect(room.texts(gift(4), 10_000)).toEqual(['9个，90分'])
    expect(room.texts(gift(1), 20_000)).toEqual(['1个，10分'])
  })

  test('gifts of another viewer or of another kind stay apart', () => {
    const room = thanks()
    room.decide(gift(1), 0)
    room.decide(gift(2), 1_000)
    room.decide(gift(4, { 'ev.gift.id': 'car' }), 1_000)
    expect(room.texts(gift(1, { 'ev.user.open_id': 'other' }), 10_000)).toEqual(['1个，10分'])
    expect(room.texts(gift(1, { 'ev.gift.id': 'car' }), 10_000)).toEqual(['5个，50分'])
  })

  test('a viewer is not credited with the gifts of others, though all wait for one cooldown', () => {
    const room = thanks('rule')
    room.decide(gift(1), 0)
    expect(room.outcomes(gift(5, { 'ev.user.open_id': 'other' }), 1_000)).toEqual(['COOLDOWN'])
    expect(room.outcomes(gift(2), 2_000)).toEqual(['COOLDOWN'])
    expect(room.texts(gift(1), 10_000)).toEqual(['3个，30分'])
  })

  test('is forgotten when no answer comes for long', () => {
    const room = thanks()
    room.decide(gift(1), 0)
    room.decide(gift(2), 1_000)
    expect(room.texts(gift(1), 20_000)).toEqual(['1个，10分'])
  })

  test.each(['first', 'random'] as const)(
    'is for no sibling to answer as well, where one of them answers (%s)',
    (hit) => {
      const policy = { cooldown: { ms: 10, scope: 'rule', on_hit: 'merge' } } as const
      const merging = son({ id: 'a', weight: 1_000_000, policy })
      const room = roomOf(ruleSet({ hit, children: [merging, son({ id: 'b', weight: 1 })] }))
      expect(room.texts(gift(1), 0)).toEqual(['a'])
      expect(room.outcomes(gift(2), 5)).toEqual(['COOLDOWN'])
    },
  )

  test('nor for the siblings of a branch', () => {
    const policy = { cooldown: { ms: 10, scope: 'rule', on_hit: 'merge' } } as const
    const branch = par({ hit: 'all', children: [son({ id: 'a', policy }), son({ when: no() })] })
    const room = roomOf(ruleSet({ children: [branch, son({ id: 'b' })] }))
    expect(room.texts(gift(1), 0)).toEqual(['a'])
    expect(room.outcomes(gift(2), 5)).toEqual(['COOLDOWN'])
  })

  test('does not reach the siblings', () => {
    const merging = son({
      id: 'a',
      policy: { cooldown: { ms: 10, scope: 'rule', on_hit: 'merge' } },
    })
    const plain = son({ actions: say('{{ev.gift.count}}') })
    const room = roomOf(ruleSet({ hit: 'all', children: [merging, plain] }))
    room.decide(gift(1), 0)
    room.decide(gift(2), 5)
    expect(room.texts(gift(4), 10)).toEqual(['a', '4'])
  })
})
