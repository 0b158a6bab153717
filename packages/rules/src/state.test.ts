import { expect, test } from 'vitest'
import { RuleState } from './state.ts'

function usedState(): RuleState {
  const state = new RuleState()
  state.startCooldown('set/a', '88', 0, 1_000)
  state.startCooldown('set/a', '__proto__', 0, 2_000)
  state.begin('session')
  state.use('set/a', 'session', 0)
  state.use('set/b', 'day', 0)
  state.tried('set/a', 7, false)
  state.remember('set/a', 2, 3)
  state.merge('set/a', '88', 0, 3_000, { 'ev.count': 2 })
  return state
}

test('state survives its journey through JSON', () => {
  const state = usedState()
  const text = JSON.stringify(state)
  const back = RuleState.from(JSON.parse(text))
  expect(JSON.stringify(back)).toBe(text)
  expect(back.cooldownLeft('set/a', '88', 400)).toBe(600)
  expect(back.cooldownLeft('set/a', '__proto__', 400)).toBe(1_600)
  expect(back.used('set/a', 'session', 0)).toBe(1)
  expect(back.used('set/b', 'day', 0)).toBe(1)
  expect(back.lastSaid('set/a')).toEqual([2])
  expect(back.merged('set/a', '88', 0)).toEqual({ 'ev.count': 2 })
})

test('a snapshot does not move with the state, nor the state with a snapshot', () => {
  const state = usedState()
  const snapshot = state.toJSON()
  const text = JSON.stringify(snapshot)
  const other = RuleState.from(snapshot)
  for (const one of [state, other]) {
    one.merge('set/a', '88', 0, 3_000, { 'ev.count': 2 })
    one.begin('session')
    one.remember('set/a', 1, 3)
  }
  expect(JSON.stringify(snapshot)).toBe(text)
})

test('an empty file is a fresh state', () => {
  expect(JSON.stringify(RuleState.from({}))).toBe(JSON.stringify(new RuleState()))
})

test('reset forgets everything', () => {
  const state = usedState()
  state.reset()
  expect(state.toJSON()).toEqual(new RuleState().toJSON())
  expect(state.cooldownLeft('set/a', '88', 0)).toBe(0)
})

test('of the lines said only the last are remembered', () => {
  const state = new RuleState()
  for (const pick of [4, 1, 3]) state.remember('key', pick, 2)
  expect(state.lastSaid('key')).toEqual([1, 3])
})

test('amounts that wait add up, and are forgotten in time', () => {
  const state = new RuleState()
  state.merge('key', 'a', 0, 100, { x: 1, y: 2 })
  state.merge('key', 'a', 50, 150, { x: 10 })
  expect(state.merged('key', 'a', 149)).toEqual({ x: 11, y: 2 })
  expect(state.merged('key', 'a', 150)).toBeUndefined()
})

test('viewers who left are forgotten: the memory of a long session stays small', () => {
  const state = new RuleState()
  for (let now = 0; now < 50_000; now++) {
    state.startCooldown('key', `user-${now}`, now, 100)
    state.merge('key', `user-${now}`, now, now + 100, { x: 1 })
  }
  const { cooldowns, merged } = state.toJSON()
  expect(Object.keys(cooldowns?.['key'] ?? {}).length).toBeLessThanOrEqual(100)
  expect(Object.keys(merged?.['key'] ?? {}).length).toBeLessThanOrEqual(100)
})

test('a cooldown that began on a clock that was ahead is none', () => {
  const state = new RuleState()
  const day = 86_400_000
  state.startCooldown('set/a', '88', day, day)
  expect(state.cooldownLeft('set/a', '88', day + 1)).toBe(day - 1)
  expect(state.cooldownLeft('set/a', '88', 0)).toBe(0)
})
