import { describe, expect, test } from 'vitest'
import type { ChildNode, RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { changed, moved, placed, removed, withGroup, withNew } from './talk.draft.ts'
import { rebased } from './talk.rebase.ts'

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
const add = (root: RootNode) => withNew(root, name)[0]
const base = add(add(add(empty)))
const ids = (root: RootNode) => [...placed(root)].slice(1).map(({ node }) => node.id)
const names = (root: RootNode) => root.children.map((child) => child.name)
const named = (root: RootNode, id: string, to: string) =>
  changed(root, id, (node): ChildNode => ({ ...node, name: to }))

const turned = (node: object) => Object.fromEntries(Object.entries(node).toReversed())

describe('my changes on top of theirs', () => {
  test('in different rules both stand, and nothing is asked', () => {
    const mine = named(base, 'rule-1', '我')
    const theirs = named(base, 'rule-2', '他')
    const { root, clashes } = rebased({ base, mine, theirs })
    expect(clashes).toEqual([])
    expect(names(root)).toEqual(['我', '他', '规则3'])
  })

  test('in the same rule it is asked, and the choice stands', () => {
    const trees = {
      base,
      mine: named(base, 'rule-1', '我'),
      theirs: named(named(base, 'rule-1', '他'), 'rule-2', '他二'),
    }
    const { root, clashes } = rebased(trees)
    expect(clashes).toMatchObject([{ id: 'rule-1', mine: { name: '我' }, theirs: { name: '他' } }])
    expect(names(root)).toEqual(['我', '他二', '规则3'])
    const chosen = rebased(trees, new Map([['rule-1', 'theirs']]))
    expect(names(chosen.root)).toEqual(['他', '他二', '规则3'])
  })

  test('an answer with its fields in another order is no change', () => {
    const theirs = { ...base, children: base.children.map(turned) as unknown as ChildNode[] }
    const mine = named(base, 'rule-1', '我')
    expect(rebased({ base, mine, theirs }).clashes).toEqual([])
  })

  test('the same change made twice is no question', () => {
    const both = named(base, 'rule-1', '同')
    expect(rebased({ base, mine: both, theirs: both }).clashes).toEqual([])
  })

  test('new rules of both, a removal and a new order come together', () => {
    const group = withGroup(base, { group: (n) => `组${n}`, rule: name })[0]
    const mine = moved(group, 'rule-2', -1)
    const theirs = removed(named(base, 'rule-1', '他'), 'rule-3')
    const { root, clashes } = rebased({ base, mine, theirs })
    expect(clashes).toEqual([])
    expect(ids(root)).toEqual(['rule-2', 'rule-1', 'group-1', 'rule-4'])
    expect(names(root)[1]).toBe('他')
  })

  test('rules that both added are two, and one in a group that is gone is kept', () => {
    const mine = named(add(base), 'rule-4', '我的新规则')
    const theirs = named(add(base), 'rule-4', '他的新规则')
    const { root, clashes } = rebased({ base, mine, theirs })
    expect(clashes).toEqual([])
    expect(names(root).sort()).toEqual(['他的新规则', '我的新规则', ...names(base)].sort())
    const [grouped, group] = withGroup(base, { group: (n) => `组${n}`, rule: name })
    const inGroup = withNew(grouped, () => '组里的', group.id)[0]
    const kept = rebased({ base: grouped, mine: inGroup, theirs: removed(grouped, group.id) })
    expect(names(kept.root)).toEqual([...names(base), '组里的'])
  })

  test('what one removed and the other changed is asked', () => {
    const trees = { base, mine: removed(base, 'rule-1'), theirs: named(base, 'rule-1', '他') }
    expect(rebased(trees).clashes).toMatchObject([{ id: 'rule-1', mine: undefined }])
    expect(ids(rebased(trees).root)).toEqual(['rule-2', 'rule-3'])
    const kept = rebased(trees, new Map([['rule-1', 'theirs']])).root
    expect(names(kept)).toEqual(['他', '规则2', '规则3'])
  })
})
