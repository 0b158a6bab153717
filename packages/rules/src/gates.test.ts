import { describe, expect, test } from 'vitest'
import type { Policy } from '@kaibo/contract/talk/talk.schema.ts'
import { evaluate } from './evaluate.ts'
import {
  check,
  error,
  giftEvent,
  giftEvents,
  MISSING,
  no,
  par,
  programOf,
  roomOf,
  ruleSet,
  say,
  son,
  yes,
} from './fixture.ts'

const SECOND = 1_000
type Room = ReturnType<typeof roomOf>

const limited = (per: 'round' | 'session' | 'day') =>
  roomOf(ruleSet({ children: [son({ policy: { limit: { max: 2, per } } })] }))

describe('gates', () => {
  const once = { limit: { max: 1, per: 'session' } } as const
  test.each([
    ['OFF', son({ enabled: 0 })],
    ['WINDOW', son({ policy: { active: { weekdays: [1] } } })],
    ['COND', son({ when: no() })],
    ['ERROR', son({ when: error() })],
    ['PROB', son({ policy: { probability: 0 } })],
    ['FIRED', son({ policy: { probability: 1 } })],
    ['FIRED', son({ when: yes(), policy: { active: { weekdays: [4] }, ...once } })],
    ['ERROR', son({ actions: say(`谢谢{{${MISSING}}}`) })],
  ] as const)('%s', (outcome, child) => {
    // The epoch was a Thursday
    expect(roomOf(ruleSet({ children: [child] })).outcomes(giftEvent())).toEqual([outcome])
  })

  test('stand in their order', () => {
    const policy: Policy = {
      active: { weekdays: [1] },
      probability: 0,
      mutex: 'm',
      limit: { max: 1, per: 'day' },
      cooldown: { ms: 1, scope: 'rule', on_hit: 'drop' },
    }
    const holder = ruleSet({ children: [son({ policy: { mutex: 'm' } })] }, { id: 'holder' })
    const outcomeWith = (over: object) => {
      const it = son({ id: 'it', when: no(), policy, ...over })
      const room = roomOf(holder, ruleSet({ children: [it] }))
      room.state.use('set/it', 'day', 0)
      room.state.startCooldown('set/it', '', 0, 10)
      return room.outcomes(giftEvent())[1]
    }
    expect(outcomeWith({ enabled: 0 })).toBe('OFF')
    expect(outcomeWith({})).toBe('WINDOW')
    const awake = { ...policy, active: undefined }
    expect(outcomeWith({ policy: awake })).toBe('COND')
    expect(outcomeWith({ policy: awake, when: yes() })).toBe('PROB')
    const lucky = { ...awake, probability: 1 }
    expect(outcomeWith({ policy: lucky, when: yes() })).toBe('MUTEX')
    expect(outcomeWith({ policy: { ...lucky, mutex: 'other' }, when: yes() })).toBe('LIMIT')
    const { cooldown } = policy
    expect(outcomeWith({ policy: { cooldown }, when: yes() })).toBe('COOLDOWN')
  })

  test('a branch guards all that is below it', () => {
    for (const [guard, outcome] of [
      [{ when: no() }, 'COND'],
      [{ when: error() }, 'ERROR'],
      [{ enabled: 0 }, 'OFF'],
      [{ policy: { probability: 0 } }, 'PROB'],
    ] as const) {
      const room = roomOf(ruleSet({ children: [par({ ...guard, children: [son()] })] }))
      expect(room.outcomes(giftEvent())).toEqual([outcome])
    }
  })
})

describe('mutex', () => {
  test('is of one event: the same event decided again is free', () => {
    const room = roomOf(ruleSet({ children: [son({ id: 'a', policy: { mutex: 'big' } })] }))
    for (let run = 0; run < 2; run++) expect(room.outcomes(giftEvent())).toEqual(['FIRED'])
  })

  test('one event fires only the first, across sets; the next event is free again', () => {
    const policy = { mutex: 'big' }
    const room = roomOf(
      ruleSet({
        hit: 'all',
        children: [son({ id: 'a', policy }), son({ id: 'b', policy }), son({ id: 'c' })],
      }),
      ruleSet({ children: [son({ policy })] }, { id: 'other' }),
    )
    for (const event of giftEvents(2)) {
      expect(room.decide(event).map((d) => d.text ?? d.outcome)).toEqual(['a', 'c', 'MUTEX'])
    }
  })
})

/** Its condition reads a name that some gifts have as a number. */
const fragile = (version = 1) =>
  ruleSet({ children: [son({ id: 'it', when: check(MISSING, '=', '火箭') })] }, { version })
const wrong = (id: string) => giftEvent({ [MISSING]: 5 }, id)
const fail = (room: Room, times: number, now = 0) =>
  Array.from({ length: times }, (_, index) => room.decide(wrong(`${now}-${index}`), now)).flat()
const rocket = () => giftEvent({ [MISSING]: '火箭' })
const MINUTE = 60 * SECOND

describe('a condition that cannot be decided', () => {
  test('five times in a row: the rule is left out, and that is told once, with the fault', () => {
    const room = roomOf(fragile())
    fail(room, 4)
    expect(room.outcomes(rocket())).toEqual(['FIRED'])
    expect(fail(room, 6).map(({ outcome, opened }) => opened ?? outcome)).toEqual(
      'ERROR ERROR ERROR ERROR TYPE ERROR'.split(' '),
    )
    expect(room.outcomes(rocket())).toEqual(['ERROR'])
  })

  test('a minute later one event tries it', () => {
    const room = roomOf(fragile())
    fail(room, 5)
    expect(room.outcomes(rocket(), MINUTE - 1)).toEqual(['ERROR'])
    // It fails again: another minute, and nobody is told again
    expect(fail(room, 1, MINUTE).map(({ opened }) => opened)).toEqual([undefined])
    expect(room.outcomes(rocket(), 2 * MINUTE - 1)).toEqual(['ERROR'])
    expect(room.outcomes(rocket(), 2 * MINUTE)).toEqual(['FIRED'])
    expect(room.outcomes(rocket(), 2 * MINUTE)).toEqual(['FIRED'])
  })

  test('an event that came without the field says nothing about the rule', () => {
    const room = roomOf(fragile())
    for (const event of giftEvents(20)) expect(room.outcomes(event)).toEqual(['ERROR'])
    expect(room.outcomes(rocket())).toEqual(['FIRED'])
    fail(room, 4)
    // Neither does it begin to count anew
    room.decide(giftEvent())
    expect(fail(room, 1).map(({ opened }) => opened)).toEqual(['TYPE'])
  })

  test('until it is edited, or all is reset', () => {
    const room = roomOf(fragile())
    fail(room, 5)
    const edited = { now: 0, trace: false }
    const [decision] = evaluate(programOf(fragile(2)), rocket(), room.state, edited)
    expect(decision?.outcome).toBe('FIRED')
    fail(room, 5)
    room.state.reset()
    expect(room.outcomes(rocket())).toEqual(['FIRED'])
  })
})

const three = (room: Room) => giftEvents(3).flatMap((event) => room.outcomes(event))

describe('limit', () => {
  test('per round', () => {
    const room = limited('round')
    expect(three(room)).toEqual(['FIRED', 'FIRED', 'LIMIT'])
    room.state.round(1)
    expect(three(room)).toEqual(['FIRED', 'FIRED', 'LIMIT'])
  })

  test('per session: each run is one, however often it is opened', () => {
    const room = limited('session')
    room.state.open('run-1')
    expect(three(room)).toEqual(['FIRED', 'FIRED', 'LIMIT'])
    room.state.open('run-1')
    expect(three(room)).toEqual(['LIMIT', 'LIMIT', 'LIMIT'])
    room.state.open('run-2')
    expect(three(room)).toEqual(['FIRED', 'FIRED', 'LIMIT'])
  })

  test('a platform that begins again in the middle of a run begins no session', () => {
    const room = limited('session')
    giftEvents(3).map((event) => room.decide(event))
    room.decide({ key: 'room.start', id: 'start', at: 0, vars: {} })
    expect(room.outcomes(giftEvent())).toEqual(['LIMIT'])
  })

  test('per day in business time', () => {
    const room = limited('day')
    const night = Date.parse('2026-11-20T23:59:00+08:00')
    expect(giftEvents(3).flatMap((event) => room.outcomes(event, night))).toEqual([
      'FIRED',
      'FIRED',
      'LIMIT',
    ])
    expect(room.outcomes(giftEvent(), night + 60 * SECOND)).toEqual(['FIRED'])
  })

  test('what did not fire is not counted', () => {
    const policy = { limit: { max: 1, per: 'day' } } as const
    const mute = son({ policy, actions: say(`{{${MISSING}}}`) })
    const room = roomOf(ruleSet({ children: [par({ policy, children: [mute] })] }))
    for (const event of giftEvents(3)) expect(room.outcomes(event)).toEqual(['ERROR'])
  })
})
