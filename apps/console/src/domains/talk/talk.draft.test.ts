import { expect, test } from 'vitest'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { changed, moved, placed, placeOf, removed, withNew } from './talk.draft.ts'

const empty: RootNode = {
  id: 'root',
  type: 'root',
  name: '集',
  enabled: 1,
  triggers: [],
  hit: 'all',
  children: [],
}
const name = (count: number) => `规则${count}`
const ids = (root: RootNode) => [...placed(root)].map(({ node }) => node.id)

test('rules come, move, change and go; the root hears what they hear', () => {
  const [one] = withNew(empty, name)
  const [two, second] = withNew(one, name)
  expect(second.name).toBe('规则2')
  expect(ids(two)).toEqual(['root', 'rule-1', 'rule-2'])
  expect(two.triggers).toEqual([{ event: 'gift.receive' }])
  const heard = changed(two, 'rule-2', (node) => ({
    ...node,
    triggers: [{ event: 'user.enter' }],
  }))
  expect(heard.triggers).toEqual([{ event: 'gift.receive' }, { event: 'user.enter' }])
  expect(placeOf(heard, 'rule-2')).toMatchObject({ depth: 1, heard: ['user.enter'] })
  expect(ids(moved(heard, 'rule-2', -1))).toEqual(['root', 'rule-2', 'rule-1'])
  expect(ids(moved(heard, 'rule-1', -1))).toEqual(['root', 'rule-1', 'rule-2'])
  const less = removed(heard, 'rule-1')
  expect(less.triggers).toEqual([{ event: 'user.enter' }])
  // A number that is taken is not given again
  expect(ids(withNew(less, name)[0])).toEqual(['root', 'rule-2', 'rule-3'])
})

test('a rule that names no event goes on hearing those of the root, as they stand there', () => {
  const folded = { event: 'gift.receive', merge_ms: 3_000 }
  const { triggers: _own, ...heir } = withNew(empty, name)[1]
  const shared: RootNode = { ...empty, triggers: [folded], children: [heir] }
  const renamed = changed(shared, heir.id, (node) => ({ ...node, name: '改名' }))
  expect(renamed.triggers).toEqual([folded])
  expect(placeOf(renamed, heir.id)).toMatchObject({ heard: ['gift.receive'] })
  const [two, own] = withNew(renamed, name)
  expect(two.triggers).toEqual([folded])
  expect(removed(two, heir.id).triggers).toEqual([folded])
  expect(removed(two, own.id).triggers).toEqual([folded])
})
