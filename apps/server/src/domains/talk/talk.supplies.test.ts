import { expect, test } from 'vitest'
import { bundleOf, unchanged } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { Replay } from '@kaibo/rules/replay.ts'
import type { TapeInput } from '@kaibo/rules/tape.ts'
import { suppliesOf } from './talk.supplies.ts'

const lines = ['一', '二', '三', '四'].map((text) => ({ text, weight: 1 }))
const set = (version: number, name: string): RuleSet => ({
  id: 'thanks',
  name: '答谢',
  version,
  root: {
    id: 'root',
    type: 'root',
    name,
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children: [
      {
        id: 'line',
        type: 'son',
        name: '一句',
        enabled: 1,
        actions: [{ kind: 'say', templates: lines, no_repeat: 0 }],
      },
    ],
  },
})

test('a rule that was not changed says in a replay what it said, whichever version the draft began from', () => {
  const packs = new Map([['then', JSON.stringify(bundleOf([unchanged(set(7, '当时'))]))]])
  const inputs = Array.from({ length: 50 }, (_, index): TapeInput => {
    const now = 1_000 * (index + 1)
    return { do: 'happen', moment: { now }, event: eventAt(now) }
  })
  const draft = { rule_id: 'thanks', set: set(1, '草稿') }
  const replay = new Replay(suppliesOf(packs), suppliesOf(packs, draft))
  replay.play({ head: { bundle: 'then', words: null, state: {} }, inputs, isJoined: false })
  expect(replay.told).toMatchObject({ events: 50, altered: 0, before: { sentences: 50 } })
})

const eventAt = (at: number) => ({ key: 'gift.receive', id: `g${at}`, at, vars: {} })
