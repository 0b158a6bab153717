import { expect, test } from 'vitest'
import { roomOf, ruleSet, son } from './fixture.ts'

/** What the model of rules gives where no node says one. */
test.each([
  ['guard.buy', 80, 30],
  ['super_chat.receive', 80, 30],
  ['gift.receive', 50, 30],
  ['user.follow', 50, 15],
  ['user.share', 50, 15],
  ['danmu.message', 40, 15],
  ['user.enter', 30, 8],
  ['user.like', 20, 8],
  ['idle', 20, 8],
  ['room.stop', 900, 15],
  ['room.start', 30, 15],
  ['var.changed', 30, 15],
])('a rule on %s that says nothing else has priority %i and lives %i s', (event, priority, s) => {
  const room = roomOf(ruleSet({ triggers: [{ event }], children: [son()] }))
  expect(room.decide({ key: event, id: 'e', at: 0, vars: {} })).toMatchObject([
    { priority, ttl_ms: s * 1_000 },
  ])
})
