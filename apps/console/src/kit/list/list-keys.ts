import { useEffect, useEffectEvent, type RefObject } from 'react'

interface Keys {
  root: RefObject<HTMLElement | null>
  /** Whether the cursor has been on a row; until then j goes to the first one. */
  isMoved: boolean
  /** Whether single letters do something; Enter on a row always does. */
  hasLetters: boolean
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

/** Table rows and cards carry their index in this attribute. */
const ROW = '[data-row-at]'
const placeOf = (row: HTMLElement) => Number(row.dataset['rowAt'])

/** The list's keys: j k x e Enter / ?, of which the person can switch all but Enter off; never while somebody types, composes or looks at a dialog. */
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
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.target instanceof Element && event.target.closest(TYPING)) return undefined
  if (isCovered()) return undefined
  // Live rows move: a key acts on the focused row with its current data, or on none.
  const row = focusedRow(event, keys)
  const act = (what: (index: number) => void) => row && (() => what(placeOf(row)))
  // On a button inside the row, Enter is the button's.
  if (event.key === 'Enter') return event.target === row ? act(keys.onOpen) : undefined
  if (!keys.hasLetters) return undefined
  // With caps lock on a letter is a capital.
  switch (event.key.toLowerCase()) {
    case 'j':
      return () => step(keys, row, 1)
    case 'k':
      return () => step(keys, row, -1)
    case 'x':
      return act(keys.onSelect)
    case 'e':
      return act(keys.onEdit)
    case '/':
      return keys.onFind
    case '?':
    case '？':
      return keys.onHelp
    default:
      return undefined
  }
}

function focusedRow({ target }: KeyboardEvent, { root }: Keys): HTMLElement | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null
  return row && root.current?.contains(row) ? row : undefined
}

/** The next row after the focused one, or after the cursor's last place; stops at the first and last row. */
function step({ root, isMoved }: Keys, row: HTMLElement | undefined, by: 1 | -1): void {
  const rows = [...(root.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
  const from = row ?? (isMoved ? rows.find((one) => one.tabIndex === 0) : undefined)
  const to = from ? rows.indexOf(from) + by : 0
  rows[Math.min(Math.max(to, 0), rows.length - 1)]?.focus()
}

/** A dialog is open over the list, wherever the focus is. */
const isCovered = () =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((one) => one.checkVisibility())
