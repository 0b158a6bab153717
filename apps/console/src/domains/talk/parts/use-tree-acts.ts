import { useRef, useState } from 'react'
import type { Hit } from '@kaibo/contract/talk/talk.enums.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { useText } from '#client/i18n.ts'
import { copiedRule, copyRule } from '../talk.copied.ts'
import {
  moved,
  pasted,
  placed,
  placeOf,
  removed,
  switched,
  withGroup,
  withNew,
} from '../talk.draft.ts'
import type { RuleDraft } from '../talk.editing.ts'
import { focusPart, type FieldAt } from '../talk.focus.ts'

export const VIEWS = ['tree', 'form', 'try'] as const
/** Which of the three is seen where they do not fit beside each other. */
export type View = (typeof VIEWS)[number]

/** After what is chosen has been drawn. */
const later = (work: () => void) => void requestAnimationFrame(work)

/** What is done with the rules of the tree; the one that is chosen, and where the keyboard is. */
export function useTreeActs(draft: RuleDraft, root: RootNode, first: View) {
  const t = useText('talk')
  const [selected, setSelected] = useState(root.children[0]?.id)
  const [view, setView] = useState(first)
  const tree = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const rule = (count: number) => t('rule_name', { count })
  const chosen = selected === undefined ? undefined : placeOf(root, selected)

  function toForm(part = '') {
    setView('form')
    later(() => form.current && focusPart(form.current, part))
  }
  function toTree(id: string | undefined) {
    setSelected(id)
    later(() => tree.current?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus())
  }
  function made([next, node]: readonly [RootNode, { id: string }], isWritten: boolean) {
    draft.change(next)
    setSelected(node.id)
    if (isWritten) toForm('name')
    else toTree(node.id)
  }
  function paste() {
    const node = copiedRule()
    if (node) made(pasted(root, node, selected), false)
  }
  function copy() {
    if (chosen && chosen.node.type !== 'root') copyRule(chosen.node)
  }

  return {
    selected,
    view,
    setView,
    tree,
    form,
    goTo: ({ node_id, part }: FieldAt) => {
      setSelected(node_id)
      toForm(part)
    },
    acts: {
      select: setSelected,
      toForm: () => toForm(),
      toTree,
      copy,
      paste,
      add: () => made(withNew(root, rule, selected), true),
      addGroup: () =>
        made(withGroup(root, { group: (count) => t('group_name', { count }), rule }), true),
      double: () => {
        copy()
        paste()
      },
      move: (by: 1 | -1) => {
        if (selected !== undefined) draft.change(moved(root, selected, by))
      },
      toggle: () => {
        if (selected !== undefined) draft.change(switched(root, selected))
      },
      remove: () => {
        if (selected === undefined) return
        const ids = [...placed(root)].slice(1).map(({ node }) => node.id)
        const next = removed(root, selected)
        const left = new Set([...placed(next)].map(({ node }) => node.id))
        const at = ids.indexOf(selected)
        draft.change(next)
        toTree(
          ids.slice(at + 1).find((id) => left.has(id)) ??
            ids.slice(0, at).findLast((id) => left.has(id)),
        )
      },
      setHit: (hit: Hit) => draft.change({ ...root, hit }),
    },
  }
}

export type TreeActs = ReturnType<typeof useTreeActs>['acts']
