import { describe, expect, test } from 'vitest'
import { MAX_LINE } from '@kaibo/contract/talk/action.schema.ts'
import { giftEvent, giftEvents, MISSING, roomOf, ruleSet, say, son } from './fixture.ts'
import { RuleState } from './state.ts'

const room = (no_repeat: number, ...texts: string[]) =>
  roomOf(
    ruleSet({
      children: [
        son({
          actions: [
            { kind: 'say', no_repeat, templates: texts.map((text) => ({ text, weight: 1 })) },
          ],
        }),
      ],
    }),
  )

describe('chance', () => {
  const lines = Array.from({ length: 9 }, (_, index) => `话术${index}`)
  const drawn = (version: number, event: ReturnType<typeof giftEvent>) =>
    roomOf(ruleSet({ children: [son({ id: 'it', actions: say(...lines) })] }, { version })).texts(
      event,
    )[0]

  test('the same event draws the same line, wherever it is decided again', () => {
    for (const event of giftEvents(50)) expect(drawn(1, event)).toBe(drawn(1, event))
  })

  test('other events and other versions draw other lines', () => {
    expect(new Set(giftEvents(100).map((event) => drawn(1, event))).size).toBe(lines.length)
    expect(giftEvents(50).some((event) => drawn(1, event) !== drawn(2, event))).toBe(true)
  })

  test('probability is the share of events that pass', () => {
    const room = roomOf(ruleSet({ children: [son({ policy: { probability: 0.3 } })] }))
    const fired = giftEvents(3_000).filter((event) => room.outcomes(event)[0] === 'FIRED').length
    expect(fired / 3_000).toBeGreaterThan(0.27)
    expect(fired / 3_000).toBeLessThan(0.33)
  })

  test('the draws of one rule are apart too: all of its lines are heard', () => {
    const room = roomOf(
      ruleSet({ children: [son({ policy: { probability: 0.1 }, actions: say('a', 'b') })] }),
    )
    const heard = new Set(giftEvents(300).map((event) => room.texts(event)[0]))
    expect(heard).toEqual(new Set(['a', 'b', undefined]))
  })

  test('two rules draw apart', () => {
    const policy = { probability: 0.5 }
    const room = roomOf(
      ruleSet({ hit: 'all', children: [son({ id: 'a', policy }), son({ id: 'b', policy })] }),
    )
    const both = giftEvents(1_000).filter(
      (event) => room.outcomes(event).join() === 'FIRED,FIRED',
    ).length
    expect(both / 1_000).toBeGreaterThan(0.2)
    expect(both / 1_000).toBeLessThan(0.3)
  })

  test('weights are the shares of lines', () => {
    const templates = [
      { text: '少', weight: 1 },
      { text: '多', weight: 4 },
    ]
    const room = roomOf(
      ruleSet({ children: [son({ actions: [{ kind: 'say', templates, no_repeat: 0 }] })] }),
    )
    const often = giftEvents(2_000).filter((event) => room.texts(event)[0] === '多').length
    expect(often / 2_000).toBeGreaterThan(0.77)
    expect(often / 2_000).toBeLessThan(0.83)
  })
})

describe('no repeat', () => {
  test('the last picks are not picked again', () => {
    const { texts } = room(2, 'a', 'b', 'c', 'd')
    const heard = giftEvents(300).flatMap((event) => texts(event))
    for (let index = 2; index < heard.length; index++) {
      expect(heard[index]).not.toBe(heard[index - 1])
      expect(heard[index]).not.toBe(heard[index - 2])
    }
    expect(new Set(heard).size).toBe(4)
  })

  test('always leaves a line to speak', () => {
    const two = room(20, 'a', 'b')
    const heard = giftEvents(6)
      .flatMap((event) => two.texts(event))
      .join('')
    expect(['ababab', 'bababa']).toContain(heard)
    expect(room(5, 'a').texts(giftEvent())).toEqual(['a'])
  })

  test('rather repeats a line than keeps silent', () => {
    const one = room(1, 'a', `{{${MISSING}}}`)
    expect(giftEvents(5).flatMap((event) => one.texts(event))).toEqual(['a', 'a', 'a', 'a', 'a'])
  })

  test('is remembered over a restart', () => {
    const { state, decide } = room(1, 'a', 'b')
    decide(giftEvent())
    const back = RuleState.from(JSON.parse(JSON.stringify(state)))
    expect(back.lastSaid(Object.keys(back.toJSON().said ?? {})[0] ?? '')).toHaveLength(1)
  })
})

test('a line is no longer than the log keeps, and no letter is cut in two', () => {
  const vars = { 'ev.user.open_id': '1', 'ev.text': '好😀'.repeat(200) }
  const danmu = { key: 'danmu.message', id: 'event-1', at: 0, vars }
  const triggers = [{ event: 'danmu.message' }]
  const parrot = son({ actions: say('听见了吗：{{ev.text}}{{ev.text}}{{ev.text}}') })
  const [line] = roomOf(ruleSet({ triggers, children: [parrot] })).texts(danmu)
  // One unit less where the last would be half of an emoji
  expect([MAX_LINE - 1, MAX_LINE]).toContain(line?.length)
  expect(line).not.toMatch(/\p{Surrogate}/u)
})
