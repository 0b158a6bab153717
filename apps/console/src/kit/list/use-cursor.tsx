import { useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { shortcuts } from '@kaibo/contract/facts/preferences.ts'
import { useSpeak } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { useCanAct } from '#kit/action/use-can-act.ts'
import { useActs } from '#kit/action/act-host.tsx'
import { appliesTo, isEdit, type Action } from '#kit/action/action.ts'
import { toastError } from '#client/toast.ts'
import { KeysHelp } from './keys-help.tsx'
import { useListKeys } from './list-keys.ts'
import { tabStop, type Cursor } from './rows-props.ts'
import type { Selection } from './selection.ts'

interface CursorSettings<Row extends object> {
  /** Around the rows. */
  root: RefObject<HTMLElement | null>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  actions: readonly Action<Row>[]
  selection: Selection<Row> | undefined
  /** Without it Enter begins the edit. */
  onOpen: ((row: Row) => void) | undefined
  onFind: () => void
}

/** The row that the keyboard is at, and what its keys do there. */
export function useCursor<Row extends object>({
  root,
  rows,
  keyOf,
  actions,
  selection,
  onOpen,
  onFind,
}: CursorSettings<Row>) {
  const [at, setAt] = useState<Cursor>()
  const [help, setHelp] = useState(false)
  const session = useSession()
  const canAct = useCanAct()
  const speak = useSpeak()
  const perform = useActs()

  const edit = (row: Row) => {
    const action = actions.find(isEdit)
    if (action && canAct(action, row) === true) perform(action, row)
  }
  const withRow = (act: ((row: Row) => void) | undefined) => (index: number) => {
    const row = rows[index]
    if (row !== undefined) act?.(row)
  }
  const goTo = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    // Drawn first: in a long list it may not be there.
    flushSync(() => setAt({ key: keyOf(row), index }))
    root.current?.querySelector<HTMLElement>(`[data-row-at="${index}"]`)?.focus()
  }
  const keyed = actions.filter(({ letter }) => letter !== undefined)
  const actBy = (letter: string, row: Row) => {
    const action = keyed.find((one) => one.letter === letter)
    if (!action) return
    const can = canAct(action, row)
    if (can === true && appliesTo(action, row)) perform(action, row)
    else if (can !== true) toastError(new Error(speak(can)))
  }
  useListKeys({
    root,
    count: rows.length,
    stop: at && tabStop({ rows, keyOf, cursor: at }),
    letters: keyed.flatMap(({ letter }) => letter ?? []),
    onGo: goTo,
    onLetter: (letter, index) => withRow((row) => actBy(letter, row))(index),
    hasLetters: session.info?.preferences.shortcuts !== shortcuts.off,
    onSelect: withRow(selection?.toggle),
    onEdit: withRow(edit),
    onOpen: withRow(onOpen ?? edit),
    onFind,
    onHelp: () => setHelp(true),
  })
  return {
    at,
    // Focus events inside the row bubble up to here again.
    onMove: (next: Cursor) =>
      setAt((old) => (old?.key === next.key && old.index === next.index ? old : next)),
    goTo,
    help: help ? <KeysHelp acts={keyed} onClose={() => setHelp(false)} /> : null,
  }
}
