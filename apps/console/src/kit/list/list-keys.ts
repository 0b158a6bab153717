import { useEffect, useEffectEvent, type RefObject } from 'react'
import { plainKey } from '#kit/keys/plain-key.ts'

interface Keys {
  root: RefObject<HTMLElement | null>
  count: number
  /** The row where the cursor was last; before that j goes to the first. */
  stop: number | undefined
  /** Whether single letters do something; Enter on a row always does. */
  hasLetters: boolean
  onSelect: (index: number) => void
  onEdit: (index: number) => void
  onOpen: (index: number) => void
  /** Brings the cursor to a row, which may not be drawn yet. */
  onGo: (index: number) => void
  /** A letter of an act. */
  onLetter: (letter: string, index: number) => void
  /** The letters of the acts. */
  letters: readonly string[]
  onFind: () => void
  onHelp: () => void
}

/** Table rows and cards carry their index in this attribute. */
const ROW = '[data-row-at]'
const placeOf = (row: HTMLElement) => Number(row.dataset['rowAt'])

/** The list's keys: j k x e Enter / ? and those of its acts, of which the person can switch all but Enter off; never while somebody types, composes or looks at a dialog. */
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
  const key = plainKey(event)
  if (key === undefined) return undefined
  // Live rows move: a key acts on the focused row with its current data, or on none.
  const row = focusedRow(event, keys)
  const act = (what: (index: number) => void) => row && (() => what(placeOf(row)))
  // On a button inside the row, Enter is the button's.
  if (key === 'Enter') return event.target === row ? act(keys.onOpen) : undefined
  if (!keys.hasLetters) return undefined
  switch (key) {
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
      return keys.letters.includes(key) ? act((index) => keys.onLetter(key, index)) : undefined
  }
}

function focusedRow({ target }: KeyboardEvent, { root }: Keys): HTMLElement | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null
  return row && root.current?.contains(row) ? row : undefined
}

/** One row on from that with the focus, else from where the cursor was last; the first and the last row end it. */
function step({ count, stop, onGo }: Keys, row: HTMLElement | undefined, by: 1 | -1): void {
  const from = row ? placeOf(row) : stop
  const to = from === undefined ? 0 : from + by
  if (count > 0) onGo(Math.min(Math.max(to, 0), count - 1))
}
