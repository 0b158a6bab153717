import { useEffect, useEffectEvent, type RefObject } from 'react'

interface Keys {
  /** The row cursor; -1 before it has been moved. */
  at: number
  count: number
  root: RefObject<HTMLElement | null>
  onSelect: (index: number) => void
  onEdit: (index: number) => void
  onOpen: (index: number) => void
  onFind: () => void
  onHelp: () => void
}

const TYPING = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable]',
  '[role=combobox]',
  '[role=listbox]',
  '[role=menu]',
  '[role=dialog]',
].join(',')

/** Rows carry their place, so that the cursor finds them as table rows and as cards. */
export const rowAt = (root: HTMLElement | null, index: number) =>
  root?.querySelector<HTMLElement>(`[data-row-at="${index}"]`)

/** The list's keys: j k x e Enter / ?; never while somebody types, composes or looks at a dialog. */
export function useListKeys(keys: Keys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event, keys)
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function actOf(event: KeyboardEvent, keys: Keys): (() => void) | undefined {
  const { at, count, root } = keys
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.target instanceof Element && event.target.closest(TYPING)) return undefined
  if (isCovered()) return undefined
  const go = (to: number) => () => rowAt(root.current, to)?.focus()
  const row = at >= 0 && at < count
  switch (event.key) {
    case 'j':
      return go(Math.min(at + 1, count - 1))
    case 'k':
      return go(Math.max(at - 1, 0))
    case 'x':
      return row ? () => keys.onSelect(at) : undefined
    case 'e':
      return row ? () => keys.onEdit(at) : undefined
    case 'Enter':
      // On a button inside the row, Enter is the button's.
      return row && event.target === rowAt(root.current, at) ? () => keys.onOpen(at) : undefined
    case '/':
      return keys.onFind
    case '?':
    case '？':
      return keys.onHelp
    default:
      return undefined
  }
}

/** A dialog is open over the list, wherever the focus is. */
const isCovered = () =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((one) => one.checkVisibility())
