import { beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { EMPTY_CATALOGUE } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { ChildNode, RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { CallError } from '#client/errors.ts'
import { changed, withNew } from './talk.draft.ts'
import { RuleDraft, type RuleData } from './talk.editing.ts'
import { MAX_STEPS } from '#kit/steps/steps.ts'

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
const first = withNew(withNew(empty, name)[0], name)[0]
const named = (root: RootNode, id: string, to: string) =>
  changed(root, id, (node): ChildNode => ({ ...node, name: to }))
const names = (root: RootNode) => root.children.map((child) => child.name)

/** A server with one set, which refuses what was written on an older version. */
class Kept {
  data = {
    row: { rule_id: 'r', version: 1 } as RuleRow,
    set: { id: 'r', name: '集', version: 1, root: first },
    problems: [],
    samples: {},
    rooms: [],
    catalogue: EMPTY_CATALOGUE,
    node_stats: [],
  } satisfies RuleData as RuleData
  saves = 0
  /** Others save. */
  write(root: RootNode): void {
    const { row, set } = this.data
    this.data = { ...this.data, row: { ...row, version: row.version + 1 }, set: { ...set, root } }
  }
  draft(): RuleDraft {
    return new RuleDraft(this.data, {
      read: () => Promise.resolve(this.data),
      save: async ({ version, set }) => {
        this.saves++
        await Promise.resolve()
        if (version !== this.data.row.version)
          throw new CallError('阿杰刚刚保存过', { code: Code.conflict, status: 200 })
        this.write((set as { root: RootNode }).root)
        return { row: this.data.row, problems: [] }
      },
    })
  }
}

let kept: Kept
let draft: RuleDraft
beforeEach(() => {
  kept = new Kept()
  draft = kept.draft()
})
const root = () => draft.now().steps.now

describe('a draft', () => {
  test('is saved as it is at last, also where it changed meanwhile, and by one save at a time', async () => {
    draft.change(named(root(), 'rule-1', '一'))
    const saving = draft.keep()
    draft.change(named(root(), 'rule-1', '二'))
    expect(await Promise.all([saving, draft.keep()])).toMatchObject([
      { version: 3 },
      { version: 3 },
    ])
    expect(names(kept.data.set.root)).toEqual(['二', '规则2'])
    expect(kept.saves).toBe(2)
    expect(draft.isDirty).toBe(false)
  })

  test('a hundred steps are undone and done again; typing on in one field is one', () => {
    for (let i = 0; i < MAX_STEPS + 20; i++) draft.change(named(root(), 'rule-1', `名${i}`))
    for (let i = 0; i < MAX_STEPS + 20; i++) draft.undo()
    expect(names(root())[0]).toBe('名19')
    draft.redo()
    expect(names(root())[0]).toBe('名20')
    for (const text of ['一', '一二', '一二三']) draft.change(named(root(), 'rule-2', text), 'name')
    draft.undo()
    expect(names(root())).toEqual(['名20', '规则2'])
  })

  test('takes what others saved in other rules, and saves both', async () => {
    draft.change(named(root(), 'rule-1', '我'))
    kept.write(named(first, 'rule-2', '他'))
    expect(await draft.keep()).toMatchObject({ version: 3 })
    expect(names(kept.data.set.root)).toEqual(['我', '他'])
    expect(draft.now().conflict).toBeUndefined()
  })

  test('asks where both changed the same rule, and saves nothing before that is answered', async () => {
    draft.change(named(root(), 'rule-1', '我'))
    kept.write(named(first, 'rule-1', '他'))
    expect(await draft.keep()).toBeUndefined()
    expect(draft.now().conflict).toMatchObject({
      message: '阿杰刚刚保存过',
      clashes: [{ id: 'rule-1' }],
    })
    expect(await draft.keep()).toBeUndefined()
    expect(names(kept.data.set.root)[0]).toBe('他')
    draft.choose('rule-1', 'theirs')
    expect(names(root())[0]).toBe('他')
    draft.choose('rule-1', 'mine')
    draft.settle()
    expect(await draft.keep()).toMatchObject({ version: 3 })
    expect(names(kept.data.set.root)[0]).toBe('我')
  })
})
