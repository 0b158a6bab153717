import { useState, type RefObject } from 'react'
import { useSession } from '#client/session.ts'
import { useActs } from '#kit/action/act-host.tsx'
import { canAct, type Action } from '#kit/action/action.ts'
import { KeysHelp } from './keys-help.tsx'
import { useListKeys } from './list-keys.ts'
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
  const [at, setAt] = useState(-1)
  const [help, setHelp] = useState(false)
  const session = useSession()
  const perform = useActs()

  const edit = (row: Row) => {
    const action = actions.find(({ right }) => right.endsWith('.edit'))
    if (action && canAct(session, action, row) === true) perform(action, row)
  }
  const withRow = (act: ((row: Row) => void) | undefined) => (index: number) => {
    const row = rows[index]
    if (row !== undefined) act?.(row)
  }
  useListKeys({
    at,
    count: rows.length,
    root,
    onSelect: withRow(selection?.toggle),
    onEdit: withRow(edit),
    onOpen: withRow(onOpen ?? edit),
    onFind,
    onHelp: () => setHelp(true),
  })
  return {
    at,
    onMove: setAt,
    help: help ? <KeysHelp onClose={() => setHelp(false)} /> : null,
  }
}
