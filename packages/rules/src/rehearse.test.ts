import { describe, expect, test } from 'vitest'
import { bundleOf, unchanged } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Policy, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle } from './bundle.ts'
import { RoomRules } from './engine.ts'
import { Rehearsal } from './rehearse.ts'
import { partOf } from './state-part.ts'

const NOW = 1_800_000_000_000

const setOf = (policy: Policy, more: { merge_ms?: number } = {}): RuleSet => ({
  id: 'set',
  name: '集',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '集',
    enabled: 1,
    triggers: [{ event: 'gift.receive', ...more }],
    hit: 'all',
    children: [
      {
        id: 'thanks',
        type: 'son',
        name: '谢',
        enabled: 1,
        policy,
        actions: [
          {
            kind: 'say',
            templates: [{ text: '谢{{ev.user.name}}', weight: 1 }],
            no_repeat: 0,
          },
        ],
      },
    ],
  },
})
const COOL: Policy = { cooldown: { ms: 30_000, scope: 'user', on_hit: 'drop' } }

const gift = (id: string, user = 'u1') => ({
  key: 'gift.receive',
  id,
  at: NOW,
  vars: { 'ev.user.open_id': user, 'ev.user.name': user, 'ev.gift.value': 1_000 },
})

const rulesOf = (set: RuleSet) => compileBundle(bundleOf([unchanged(set)])).rules
const outcomes = (decisions: readonly { outcome: string }[]) => decisions.map((d) => d.outcome)

/** A room in which u1 was thanked a moment ago. */
function living() {
  const room = new RoomRules()
  room.use(rulesOf(setOf(COOL)), NOW - 10_000)
  room.open('run', NOW - 10_000)
  room.happen(gift('before'), { now: NOW - 10_000 })
  return room
}

describe('a rehearsal', () => {
  test('from the beginning fires each time: no try burns the cooldown of the next', () => {
    const stage = new Rehearsal({ rules: rulesOf(setOf(COOL)), moment: { now: NOW } })
    for (const id of ['a', 'b', 'c']) {
      const decisions = stage.happen(gift(id), true)
      expect(decisions).toMatchObject([{ outcome: 'FIRED', text: '谢u1' }])
      expect(decisions[0]?.trace?.steps).toMatchObject([{ kind: 'say', text: '谢u1' }])
    }
  })

  test('in the present state meets the cooldown that runs, and leaves the state as it was', () => {
    const room = living()
    const state = room.snapshot()
    const before = JSON.stringify(state)
    const stage = new Rehearsal({ rules: rulesOf(setOf(COOL)), moment: { now: NOW }, state })
    const [held] = stage.happen(gift('a'), true)
    expect(held).toMatchObject({ outcome: 'COOLDOWN' })
    expect(held?.trace?.steps).toContainEqual(
      expect.objectContaining({ gate: 'COOLDOWN', left_ms: 20_000 }),
    )
    expect(outcomes(stage.happen(gift('b', 'u2'), false))).toEqual(['FIRED'])
    expect(JSON.stringify(state)).toBe(before)
    expect(JSON.stringify(room.snapshot())).toBe(before)
  })

  test('also asks rules that hear gifts folded', () => {
    const rules = rulesOf(setOf({}, { merge_ms: 500 }))
    const stage = new Rehearsal({ rules, moment: { now: NOW } })
    expect(outcomes(stage.happen(gift('a'), true))).toEqual(['FIRED'])
  })
})

test('a part of a state decides for its viewer as the whole does, and has nothing of others', () => {
  const room = living()
  room.happen(gift('other', 'u2'), { now: NOW - 9_000 })
  const part = partOf(room.snapshot(), { sets: ['set'], user: 'u1' })
  expect(JSON.stringify(part)).not.toContain('u2')
  const rules = rulesOf(setOf(COOL))
  const stage = new Rehearsal({ rules, moment: { now: NOW }, state: part })
  expect(outcomes(stage.happen(gift('a'), false))).toEqual(['COOLDOWN'])
  const none = partOf(room.snapshot(), { sets: ['another'], user: 'u1' })
  expect(none).toMatchObject({ cooldowns: {}, periods: { run: 'run' } })
})
