import { expect, test } from 'vitest'
import { check, par, ruleSet, say, son } from './fixture.ts'
import { mentionsIn } from './mentions.ts'

test('a rule mentions its events, what its conditions and texts read, and what it sets', () => {
  const set = ruleSet({
    triggers: [{ event: 'game.near_win' }],
    children: [
      par({
        id: 'branch',
        children: [
          son({
            id: 'leaf',
            when: check('ev.gap', '>', 3),
            actions: [
              ...say('还差{{ left_s|default:0 }}秒，{{ev.camp_name}}加油'),
              {
                kind: 'setVar',
                key: 'streak',
                op: 'add',
                value: { origin: 'variable', key: 'gap' },
              },
            ],
          }),
        ],
      }),
    ],
  })
  const told = mentionsIn(set).map(({ node_id, events, keys }) => [
    node_id,
    [...events],
    [...keys].sort(),
  ])
  expect(told).toEqual([
    ['root', ['game.near_win'], []],
    ['branch', [], []],
    ['leaf', [], ['ev.camp_name', 'ev.gap', 'gap', 'left_s', 'streak']],
  ])
})
