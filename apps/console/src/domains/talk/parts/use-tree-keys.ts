import type { KeyboardEvent, RefObject } from 'react'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { placed, placeOf } from '../talk.draft.ts'
import type { TreeActs } from './use-tree-acts.ts'

interface TreeKeys {
  root: RootNode
  selected: string | undefined
  acts: TreeActs
  tree: RefObject<HTMLDivElement | null>
}

/** The keys of the tree: arrows, Enter to the form, Alt+↑↓ move, Space on and off, Ctrl+C and V, Delete. */
export function useTreeKeys({ root, selected, acts }: TreeKeys) {
  const ids = [...placed(root)].slice(1).map(({ node }) => node.id)
  const at = selected === undefined ? -1 : ids.indexOf(selected)
  const place = selected === undefined ? undefined : placeOf(root, selected)
  const go = (id: string | undefined) => id !== undefined && acts.toTree(id)
  const child = place && place.node.type !== 'son' ? place.node.children[0]?.id : undefined
  const parent = place?.parent?.type === 'root' ? undefined : place?.parent?.id

  const plain: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(ids[at + 1]),
    ArrowUp: () => go(ids[at - 1]),
    ArrowRight: () => go(child),
    ArrowLeft: () => go(parent),
    Home: () => go(ids[0]),
    End: () => go(ids.at(-1)),
    Enter: acts.toForm,
    ' ': acts.toggle,
    Delete: acts.remove,
  }
  const withAlt: typeof plain = {
    ArrowDown: () => acts.move(1),
    ArrowUp: () => acts.move(-1),
  }
  const withCtrl: typeof plain = { c: acts.copy, v: acts.paste }

  return (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const isCtrl = ctrlKey || metaKey
    if (shiftKey || (isCtrl && altKey)) return
    const act = isCtrl ? withCtrl[key.toLowerCase()] : (altKey ? withAlt : plain)[key]
    if (!act) return
    event.preventDefault()
    act()
  }
}
