import { expect, test } from 'vitest'
import { giftEvent } from './fixture.ts'
import type { Pot } from './pots.ts'
import { RuleState } from './state.ts'

const pot = (account: string, over: Partial<Pot> = {}): Pot => ({
  set_id: 'set',
  node_id: 'a',
  node_name: '答谢',
  account,
  event: giftEvent(),
  heldAt: 0,
  until: 3_000,
  ...over,
})

function usedState(): RuleState {
  const state = new RuleState()
  state.startCooldown('set/a', '88', 0, 1_000)
  state.startCooldown('set/a', '__proto__', 0, 2_000)
  state.open('run-1')
  state.use('set/a', 'session', 0)
  state.use('set/b', 'day', 0)
  state.breakers.failed('set/a', 7, 0)
  state.remember('set/a', 2, 3)
  for (const viewer of ['9', '88', '7']) state.pots.put(pot(viewer))
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
  // In their order, though these look like indexes
  expect(back.pots.toJSON().map(({ account }) => account)).toEqual(['9', '88', '7'])
  back.open('run-1')
  expect(JSON.stringify(back)).toBe(text)
})

test('a snapshot does not move with the state, nor the state with a snapshot', () => {
  const state = usedState()
  const snapshot = state.toJSON()
  const text = JSON.stringify(snapshot)
  const other = RuleState.from(snapshot)
  for (const one of [state, other]) {
    for (const waiting of one.pots.all()) waiting.until = 0
    one.open('run-2')
    one.remember('set/a', 1, 3)
  }
  expect(JSON.stringify(snapshot)).toBe(text)
})

test('an empty file is a fresh state', () => {
  expect(JSON.stringify(RuleState.from({}))).toBe(JSON.stringify(new RuleState()))
})

test('a file of before there were pots is read; what it says of merged amounts is not used', () => {
  const merged = { 'set/a': { '88\nrocket': { until: 3_000, amounts: { 'ev.gift.count': 2 } } } }
  const { pots: _, ...former } = usedState().toJSON()
  const back = RuleState.from(JSON.parse(JSON.stringify({ ...former, merged })))
  expect(back.cooldownLeft('set/a', '88', 400)).toBe(600)
  expect(back.toJSON()).toEqual({ ...former, pots: [] })
})

test.each([null, {}, { ...pot('a'), until: '3' }, { ...pot('a'), event: null }])(
  'a pot that is damaged is refused: %j',
  (damaged) => {
    const text = JSON.stringify({ pots: [damaged] })
    expect(() => RuleState.from(JSON.parse(text))).toThrow(TypeError)
  },
)

test('reset forgets everything but the run', () => {
  const state = usedState()
  state.reset()
  const fresh = new RuleState().toJSON()
  expect(state.toJSON()).toEqual({ ...fresh, periods: { session: 0, round: 0, run: 'run-1' } })
  expect(state.cooldownLeft('set/a', '88', 0)).toBe(0)
})

test('of the lines said only the last are remembered', () => {
  const state = new RuleState()
  for (const pick of [4, 1, 3]) state.remember('key', pick, 2)
  expect(state.lastSaid('key')).toEqual([1, 3])
})

test('viewers who left are forgotten: the memory of a long session stays small', () => {
  const state = new RuleState()
  for (let now = 0; now < 50_000; now++) {
    state.startCooldown('key', `user-${now}`, now, 100)
  }
  const { cooldowns } = state.toJSON()
  expect(Object.keys(cooldowns?.['key'] ?? {}).length).toBeLessThanOrEqual(100)
})

test('a cooldown that began on a clock that was ahead is none', () => {
  const state = new RuleState()
  const day = 86_400_000
  state.startCooldown('set/a', '88', day, day)
  expect(state.cooldownLeft('set/a', '88', day + 1)).toBe(day - 1)
  expect(state.cooldownLeft('set/a', '88', 0)).toBe(0)
})
