import { useState, type RefObject } from 'react'
import { shortcuts } from '@kaibo/contract/facts/preferences.ts'
import { useSession } from '#client/session.ts'
import { useActs } from '#kit/action/act-host.tsx'
import { canAct, isEdit, type Action } from '#kit/action/action.ts'
import { KeysHelp } from './keys-help.tsx'
import { useListKeys } from './list-keys.ts'
import type { Cursor } from './rows-props.ts'
import type { Selection } from './selection.ts'

interface CursorSettings<Row> {
  /** Around the rows. */
  root: RefObject<HTMLElement | null>
  rows: readonly Row[]
  actions: readonly Action<Row>[]
  selection: Selection<Row> | undefined
  /** Without it Enter begins the edit. */
  onOpen: ((row: Row) => void) | undefined
  onFind: () => void
}

/** The row that the keyboard is at, and what its keys do there. */
export function useCursor<Row>({
  root,
  rows,
  actions,
  selection,
  onOpen,
  onFind,
}: CursorSettings<Row>) {
  const [at, setAt] = useState<Cursor>()
  const [help, setHelp] = useState(false)
  const session = useSession()
  const perform = useActs()

  const edit = (row: Row) => {
    const action = actions.find(isEdit)
    if (action && canAct(session, action, row) === true) perform(action, row)
  }
  const withRow = (act: ((row: Row) => void) | undefined) => (index: number) => {
    const row = rows[index]
    if (row !== undefined) act?.(row)
  }
  useListKeys({
    root,
    isMoved: at !== undefined,
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
    help: help ? <KeysHelp onClose={() => setHelp(false)} /> : null,
  }
}
