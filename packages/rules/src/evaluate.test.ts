import { describe, expect, test } from 'vitest'
import {
  error,
  giftEvent,
  giftEvents,
  MISSING,
  no,
  par,
  roomOf,
  ruleSet,
  say,
  son,
  yes,
} from './fixture.ts'

const children = () => [son({ id: 'a', when: no() }), son({ id: 'b' }), son({ id: 'c' })]

describe('a decision', () => {
  test('names the node that fired, its line, and what it hands down', () => {
    const child = son({ id: 'thanks', name: '答谢', actions: say('谢谢{{ev.user.name}}') })
    const branch = par({ policy: { priority: 50, ttl_ms: 30_000 }, children: [child] })
    expect(roomOf(ruleSet({ children: [branch] })).decide(giftEvent())).toEqual([
      {
        set_id: 'set',
        v: 1,
        node_id: 'thanks',
        node_name: '答谢',
        node_path: 'root/par[0]/son[0]',
        outcome: 'FIRED',
        text: '谢谢小明',
        effects: [{ effect_id: expect.any(Number), kind: 'say', text: '谢谢小明' }],
        priority: 50,
        ttl_ms: 30_000,
        event_id: 'event-1',
        event_key: 'gift.receive',
      },
    ])
  })

  test('comes from every set that listens, in their order', () => {
    const silent = ruleSet({ when: no() }, { id: 'silent' })
    const deaf = ruleSet({ triggers: [{ event: 'user.enter' }] }, { id: 'deaf' })
    const room = roomOf(silent, deaf, ruleSet())
    expect(room.decide(giftEvent()).map((d) => [d.set_id, d.outcome])).toEqual([
      ['silent', 'COND'],
      ['set', 'FIRED'],
    ])
    expect(room.decide({ key: 'user.share', id: '1', at: 0, vars: {} })).toEqual([])
  })

  test('of a silent set gives the reason that says most', () => {
    const children = [
      son({ enabled: 0 }),
      son({ when: no() }),
      son({ id: 'it', when: error() }),
      son({ when: no() }),
    ]
    const [decision] = roomOf(ruleSet({ children })).decide(giftEvent())
    expect(decision).toMatchObject({ outcome: 'ERROR', node_id: 'it' })
    expect(decision?.text).toBeUndefined()
  })
})

describe('hit policy', () => {
  test('first', () => {
    expect(roomOf(ruleSet({ hit: 'first', children: children() })).texts(giftEvent())).toEqual([
      'b',
    ])
  })

  test('all', () => {
    expect(roomOf(ruleSet({ hit: 'all', children: children() })).texts(giftEvent())).toEqual([
      'b',
      'c',
    ])
  })

  test('random draws by weight among those that would fire', () => {
    const weighted = [
      son({ id: 'never', when: no(), weight: 100 }),
      son({ id: 'a' }),
      son({ id: 'b', weight: 3 }),
    ]
    const room = roomOf(ruleSet({ hit: 'random', children: weighted }))
    const texts = giftEvents(2_000).flatMap((event) => room.texts(event))
    expect(texts.length).toBe(2_000)
    const share = texts.filter((text) => text === 'b').length / 2_000
    expect(share).toBeGreaterThan(0.7)
    expect(share).toBeLessThan(0.8)
  })
})

/** What is said where `it` comes first and is used up or still cooling. */
const texts = (hit: 'first' | 'random', over: object) => {
  const child = son({ id: 'it', weight: 100, ...over })
  const room = roomOf(ruleSet({ hit, children: [child, son({ id: 'next', weight: 1 })] }))
  room.state.use('set/it', 'day', 0)
  room.state.startCooldown('set/it', '', 0, 10)
  return room.texts(giftEvent())[0]
}

/** A branch in which an exclusive child is kept back, and a rule after it. */
const branchBeforeNext = (exclusive: boolean) => {
  const children = [son({ exclusive: true, policy: { probability: 0 } }), son({ id: 'sibling' })]
  return roomOf(ruleSet({ children: [par({ exclusive, children }), son({ id: 'next' })] }))
}

describe('a child that is kept back', () => {
  const used = { limit: { max: 1, per: 'day' } } as const
  const closed = { active: { weekdays: [1] } }
  const cases: [string, object][] = [
    ['a gate', { policy: used }],
    ['a cooldown', { policy: { cooldown: { ms: 10, scope: 'rule', on_hit: 'drop' } } }],
    ['chance', { policy: { probability: 0 } }],
    ['a sentence that lacks a value', { actions: say(`{{${MISSING}}}`) }],
  ]

  describe.each(['first', 'random'] as const)('under %s', (hit) => {
    test.each(cases)('by %s gives way to the next', (_, over) => {
      expect(texts(hit, over)).toBe('next')
    })

    test.each(cases)('by %s ends the walk if it is exclusive', (_, over) => {
      expect(texts(hit, { ...over, exclusive: true })).toBeUndefined()
      expect(texts(hit, { ...over, exclusive: true, when: yes() })).toBeUndefined()
    })

    test.each<[string, object]>([
      ['its condition does not hold', { when: no() }],
      ['its condition cannot be decided', { when: error() }],
      ['it is off', { enabled: 0 }],
      ['it is not its hour', { policy: closed }],
    ])('an exclusive one gives way where %s', (_, over) => {
      expect(texts(hit, { ...over, exclusive: true })).toBe('next')
    })
  })

  test('ends the walk of its own branch only, unless the branch is exclusive as well', () => {
    expect(branchBeforeNext(false).texts(giftEvent())).toEqual(['next'])
    expect(branchBeforeNext(true).texts(giftEvent())).toEqual([undefined])
  })

  test('an exclusive branch ends the walk where none of its children is meant', () => {
    const branch = par({ exclusive: true, when: yes(), children: [son({ when: no() })] })
    const room = roomOf(ruleSet({ children: [branch, son({ id: 'next' })] }))
    expect(room.outcomes(giftEvent())).toEqual(['COND'])
  })

  test('exclusive means nothing where all are asked', () => {
    const child = son({ exclusive: true, policy: { probability: 0 } })
    const room = roomOf(ruleSet({ hit: 'all', children: [child, son({ id: 'next' })] }))
    expect(room.texts(giftEvent())).toEqual(['next'])
  })
})
