import { expect, test } from 'vitest'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { withGroup, withNew } from './talk.draft.ts'
import { paintOf, type Tried } from './talk.paint.ts'

const name = (count: number) => `规则${count}`
const empty: RootNode = {
  id: 'root',
  type: 'root',
  name: '集',
  enabled: 1,
  triggers: [],
  hit: 'all',
  children: [],
}

test('each rule says how far the event came, why it was kept back and for how long', () => {
  const [one] = withNew(empty, name)
  const [grouped, group] = withGroup(one, { group: () => '组', rule: name })
  const [root] = withNew(withNew(grouped, name, group.id)[0], name)
  const check = { kind: 'check', id: 'c', type: 1, op: '>=', subject: {}, rhs: {} } as const
  const trace = {
    set: 's@1',
    event: 'gift.receive',
    event_id: 'e',
    now: 0,
    result: 'FIRED',
    steps: [
      { ...check, path: 'root/son[0]/when/all[0]', result: false },
      { kind: 'gate', path: 'root/son[0]', gate: 'COND' },
      { kind: 'gate', path: 'root/par[1]/son[0]', gate: 'COOLDOWN', key: 'u1', left_ms: 12_400 },
      { kind: 'say', path: 'root/par[1]/son[1]/say', of: 1, skipped: [], pick: 0, text: '谢' },
      { kind: 'say', path: 'root/son[2]/say', of: 1, skipped: [0] },
    ],
  } as const
  const of = { set_id: 's', node_name: '', node_path: '', fault: null, trace }
  const tried = {
    decisions: [
      { ...of, node_id: 'rule-3', outcome: 'FIRED', text: '谢' },
      { ...of, node_id: 'rule-3', set_id: 'other', outcome: 'FIRED', text: '别的' },
    ],
  } as unknown as Tried
  const paint = paintOf(root, 's', tried)
  expect([...paint].map(([id, { state, left_ms }]) => [id, state, left_ms])).toEqual([
    ['root', 'passed', undefined],
    ['rule-1', 'no', undefined],
    ['group-1', 'passed', undefined],
    ['rule-2', 'held', 12_400],
    ['rule-3', 'fired', undefined],
    ['rule-4', 'error', undefined],
  ])
  expect(paint.get('rule-3')?.text).toBe('谢')
  expect(paint.get('rule-1')?.steps).toHaveLength(2)
  const blocked = { ...of, node_id: 'rule-4', outcome: 'BLOCKED', text: null }
  const screened = { decisions: [blocked] } as unknown as Tried
  expect(paintOf(root, 's', screened).get('rule-4')).toMatchObject({
    state: 'held',
    reason: 'BLOCKED',
  })
  expect(paintOf(root, 's', { ...tried, decisions: [] }).get('rule-1')?.state).toBe('unreached')
})
