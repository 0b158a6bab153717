import { expect, test } from 'vitest'
import type { Cooldown, Policy } from '@kaibo/contract/talk/talk.schema.ts'
import { check, giftEvent, par, roomOf, ruleSet, say, son, variable } from './fixture.ts'

const SECOND = 1_000
const queued = (over: Partial<Cooldown> = {}): Policy => ({
  cooldown: { ms: 10 * SECOND, scope: 'rule', on_hit: 'queue', ...over },
})
const names = say('{{ev.user.name}}')
const from = (name: string) =>
  giftEvent({ 'ev.user.name': name, 'ev.user.open_id': name }, `gift-${name}`)

test('each is answered in its turn, one at the end of each cooldown', () => {
  const room = roomOf(ruleSet({ children: [son({ actions: names, policy: queued() })] }))
  expect(room.texts(from('甲'), 0)).toEqual(['甲'])
  for (const [second, name] of ['乙', '丙'].entries())
    expect(room.outcomes(from(name), (second + 1) * SECOND)).toEqual(['COOLDOWN'])
  expect(room.heard(10 * SECOND - 1)).toEqual([])
  expect(room.heard(10 * SECOND)).toEqual(['乙'])
  expect(room.heard(19 * SECOND)).toEqual([])
  expect(room.heard(21 * SECOND)).toEqual(['丙'])
  expect(room.heard(60 * SECOND)).toEqual([])
})

test('is tried once: what stops it then ends it', () => {
  const branch = par({
    policy: queued(),
    children: [son({ when: check('ev.gift.count', '>', 5), actions: names })],
  })
  const room = roomOf(ruleSet({ children: [branch] }))
  room.decide({ ...from('甲'), vars: { ...from('甲').vars, 'ev.gift.count': 9 } }, 0)
  expect(room.outcomes(from('乙'), 1)).toEqual(['COOLDOWN'])
  expect(room.heard(10 * SECOND)).toEqual(['COND'])
  expect(room.heard(60 * SECOND)).toEqual([])
})

test('a cooldown above it makes it wait on', () => {
  const branch = { cooldown: { ms: 25 * SECOND, scope: 'rule', on_hit: 'drop' } } as const
  const inner = son({ id: 'inner', actions: names, policy: queued() })
  const set = ruleSet({ children: [par({ id: 'outer', policy: branch, children: [inner] })] })
  const room = roomOf(set)
  room.state.startCooldown('set/inner', '', 0, 10 * SECOND)
  expect(room.outcomes(from('甲'), 1)).toEqual(['COOLDOWN'])
  room.state.startCooldown('set/outer', '', 2, 25 * SECOND)
  expect(room.heard(10 * SECOND)).toEqual([])
  expect(room.heard(25 * SECOND + 2)).toEqual(['甲'])
})

test('so many wait, and no more', () => {
  const room = roomOf(ruleSet({ children: [son({ actions: names, policy: queued() })] }))
  for (let index = 0; index < 80; index++) room.decide(from(`甲${index}`), 0)
  expect(room.state.pots.toJSON()).toHaveLength(50)
})

test('each value of a key cools down by itself', () => {
  const policy = queued({ on_hit: 'drop', key: variable('ev.gift.id') })
  const room = roomOf(ruleSet({ children: [son({ policy })] }))
  const of = (id: string, now: number) => room.outcomes(giftEvent({ 'ev.gift.id': id }), now)[0]
  expect([of('rocket', 0), of('rocket', 1), of('car', 1), of('rocket', 10_000)]).toEqual([
    'FIRED',
    'COOLDOWN',
    'FIRED',
    'FIRED',
  ])
})

const at = (time: string) => Date.parse(`${time}+08:00`)

test('a window has days from which and until which it is open', () => {
  const room = roomOf(
    ruleSet({
      children: [son({ policy: { active: { from: '2026-11-20', to: '2026-11-22 20:00' } } })],
    }),
  )
  const outcomes = ['2026-11-19T23:59', '2026-11-20T00:00', '2026-11-22T19:59', '2026-11-22T20:00']
  expect(outcomes.map((time) => room.outcomes(giftEvent(), at(time))[0])).toEqual(
    'WINDOW FIRED FIRED WINDOW'.split(' '),
  )
})

test('what moved is measured against what the same check read before', () => {
  const room = roomOf(
    ruleSet({
      hit: 'all',
      children: (['changed', 'rose', 'fell'] as const).map((op) =>
        son({
          id: op,
          when: { id: `c-${op}`, type: 1, subject: variable('ev.gift.value'), op },
        }),
      ),
    }),
  )
  const of = (value: number) => room.texts(giftEvent({ 'ev.gift.value': value }))
  expect([of(5), of(5), of(7), of(6)]).toEqual([
    [undefined],
    [undefined],
    ['changed', 'rose'],
    ['changed', 'fell'],
  ])
})
