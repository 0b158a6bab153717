import { describe, expect, test } from 'vitest'
import { error, giftEvent, giftEvents, no, par, roomOf, ruleSet, say, son } from './fixture.ts'

const children = () => [son({ id: 'a', when: no() }), son({ id: 'b' }), son({ id: 'c' })]

describe('a decision', () => {
  test('names the node that fired, its line, and what it hands down', () => {
    const child = son({ id: 'thanks', name: '答谢', actions: say('谢谢{{ev.user.name}}') })
    const branch = par({ policy: { priority: 50, ttl_ms: 30_000 }, children: [child] })
    expect(roomOf(ruleSet({ children: [branch] })).decide(giftEvent())).toEqual([
      {
        set_id: 'set',
        node_id: 'thanks',
        node_name: '答谢',
        node_path: 'root/par[0]/son[0]',
        outcome: 'FIRED',
        text: '谢谢小明',
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
