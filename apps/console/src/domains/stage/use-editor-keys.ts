import type { KeyboardEvent } from 'react'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'
import type { LayerAct } from './parts/layer-list.tsx'
import { isFixed, type LayerChange } from './scene.edit.ts'

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ACTS: Readonly<Record<string, LayerAct>> = {
  '[': 'down',
  ']': 'up',
  l: 'lock',
  Delete: 'remove',
  Backspace: 'remove',
}

const OPENS_MENU = '[aria-haspopup=menu]'

interface EditorKeys {
  layer: Layer | undefined
  change: (change: LayerChange, tag: string) => void
  act: (act: LayerAct) => void
  undo: () => void
  redo: () => void
  save: () => void
}

/** The whole editor by keyboard. Fields keep their own keys, but for saving; menus and dialogs over it keep all of theirs. */
export function editorKey(event: KeyboardEvent, keys: EditorKeys): void {
  const { key, target, currentTarget } = event
  if (!(target instanceof Node && currentTarget.contains(target))) return
  const isTyping = target instanceof Element && target.closest('input, textarea, [role=combobox]')
  const done = keyed(event, keys, Boolean(isTyping))
  // From a button that opens a menu arrows lead into it
  const isForMenu = key in ARROWS && target instanceof Element && target.closest(OPENS_MENU)
  if (!done || key === 'Tab' || isForMenu) return
  event.preventDefault()
  done()
}

function keyed(
  event: KeyboardEvent,
  keys: EditorKeys,
  isTyping: boolean,
): (() => void) | undefined {
  const { layer, change, act, undo, redo, save } = keys
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.ctrlKey || event.metaKey) {
    if (key === 's') return save
    if (isTyping) return undefined
    if (key === 'z') return event.shiftKey ? redo : undo
    if (key === 'y') return redo
    return key === 'd' && layer ? () => act('copy') : undefined
  }
  if (isTyping || !layer) return undefined
  const arrow = ARROWS[key]
  if (arrow && !isFixed(layer)) {
    const step = event.shiftKey ? 10 : 1
    const [dx, dy] = [arrow[0] * step, arrow[1] * step]
    const { x, y, w, h } = layer
    return event.altKey
      ? () => change({ w: Math.max(1, w + dx), h: Math.max(1, h + dy) }, 'arrows')
      : () => change({ x: x + dx, y: y + dy }, 'arrows')
  }
  const named = ACTS[key]
  if (!named || event.altKey) return undefined
  // Held down it would delete one layer after the other
  return named === 'remove' && event.repeat ? () => {} : () => act(named)
}
