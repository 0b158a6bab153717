import { render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import type { ChildNode, RootNode, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { changed } from '../talk.draft.ts'
import type { TreeActs } from './use-tree-acts.ts'
import { RuleTree } from './rule-tree.tsx'
import '../talk.i18n.ts'

const COUNT = 200
let drawn = 0

/** A rule that counts how often its name is read, which is when its row is drawn. */
const counted = (node: SonNode): SonNode =>
  Object.defineProperty({ ...node }, 'name', {
    enumerable: true,
    get() {
      drawn++
      return node.name
    },
  })

const rule = (count: number): SonNode =>
  counted({
    id: `rule-${count}`,
    type: 'son',
    name: `规则${count}`,
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    actions: [{ kind: 'say', templates: [{ text: `第${count}`, weight: 1 }], no_repeat: 0 }],
  })
const root: RootNode = {
  id: 'root',
  type: 'root',
  name: '集',
  enabled: 1,
  triggers: [{ event: 'gift.receive' }],
  hit: 'all',
  children: Array.from({ length: COUNT }, (_, index) => rule(index + 1)),
}

const nothing = () => {}
const acts: TreeActs = {
  select: nothing,
  toForm: nothing,
  toTree: nothing,
  copy: nothing,
  paste: nothing,
  add: nothing,
  addGroup: nothing,
  double: nothing,
  move: nothing,
  toggle: nothing,
  remove: nothing,
  setHit: nothing,
}

const shown = (of: RootNode) => (
  <RuleTree
    root={of}
    selected="rule-7"
    problems={[]}
    stats={[]}
    paint={new Map()}
    acts={acts}
    tree={createRef()}
  />
)

test('of two hundred rules a key press draws the one that it changes', () => {
  const { rerender } = render(shown(root))
  expect(screen.getAllByRole('treeitem')).toHaveLength(COUNT)
  expect(drawn).toBeGreaterThanOrEqual(COUNT)
  const next = changed(root, 'rule-7', (node): ChildNode => ({ ...node, name: '别的名字' }))
  drawn = 0
  rerender(shown(next))
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('别的名字')
  expect(drawn).toBe(0)
})
