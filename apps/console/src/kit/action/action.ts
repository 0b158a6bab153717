import type { ReactNode } from 'react'
import type { RecordKind } from '@kaibo/contract/history/history.schema.ts'
import type { CallName, Permission } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { canWith } from '#client/rights.ts'
import type { Session } from '#client/session.ts'

export interface DialogProps<Row> {
  row: Row
  onClose: () => void
}

export interface ActionBase<Row> {
  name: string
  label: Words
  icon: ReactNode
  /** The right that it requires. */
  right: Permission
  danger?: boolean
  /** The key that does it to the row with the focus. */
  letter?: string
  /** `true`, or the sentence why not: the server's own table and words. */
  enabled?: (row: Row, session: Session) => true | Words
  /** Of acts that exclude each other (enable, disable) only the one that applies shows. */
  applies?: (row: Row) => boolean
  /** Always in the ⋯ menu, as it is rare or must not be hit by accident; a function decides per row. */
  tucked?: boolean | ((row: Row) => boolean)
  /** Also offered for selected rows; each row has its own outcome. */
  bulk?: Bulk<Row>
}

export interface Bulk<Row> {
  label: Words
  /** What is lost by it, and whether it can be undone. */
  hint?: Words
  run: (row: Row) => Promise<unknown>
  /** Queries that are refetched when all rows are done. */
  refreshes: readonly CallName[]
  undo?: Undo<Row>
  /** Begins when it is pressed: it can be taken back whole, so nobody is asked before. */
  atOnce?: boolean
}

/** Takes an act back by another write, which the server refuses where the record has changed since. */
export interface Undo<Row, Answer = never> {
  nameOf: (row: Row) => string
  /** `answer`: what the act was answered. */
  run: (row: Row, answer: Answer) => Promise<unknown>
}

/** Runs at once, or after a confirmation. The caller shows its error. */
export interface DirectAct<Row> {
  confirm?: (row: Row) => { title: Words; hint: Words }
  run: (row: Row) => Promise<unknown>
  /** Queries that are refetched, whether it succeeded or failed. */
  refreshes: readonly CallName[]
  /** The message shown when it succeeded. */
  done?: (row: Row) => Words
  undo?: Undo<Row>
}

/** Opens a dialog of its own: it asks for input, or shows a result. */
export interface DialogAct<Row> {
  Dialog: (props: DialogProps<Row>) => ReactNode
}

/**
 * Opens the record's form, which has an address of its own over the page (`kit/form/form-address.ts`). The form may need more of
 * the record than the list has: the `Whole`, which is asked for then.
 */
export interface FormAct<Row, Whole = Row> {
  /** The record in that address. */
  idOf: (row: Row) => string
  /** Without a row it makes a new one. */
  Form: (props: { row?: Whole; onClose: () => void }) => ReactNode
  /** Whose history is kept: an older version can be put into the form. */
  kind?: RecordKind
}

/**
 * One act on a record, as data at module scope. Row buttons, ⋯ menus, toolbars, the bulk bar and the keyboard all render
 * from it. Acts that call the server are made by `act` (`act.ts`); only others are written by hand.
 */
export type Action<Row> = ActionBase<Row> & (DirectAct<Row> | DialogAct<Row> | FormAct<Row, never>)
export type EditAction<Row, Whole = Row> = ActionBase<Row> & FormAct<Row, Whole>

export const isEdit = <Row>(action: Action<Row>): action is EditAction<Row> => 'Form' in action

/** An act that makes a record, in the form of the page's edit action: the button at the page's head and in its empty list. */
export interface Creation {
  label: Words
  right: Permission
}

/** Whether this person may do this to this row: `true`, or the sentence why not. */
export function canAct<Row>(session: Session, action: Action<Row>, row: Row): true | Words {
  const may = canWith(session, action.right)
  return may === true ? (action.enabled?.(row, session) ?? true) : may
}

/** The right that the person lacks for it, if that is why it is refused. */
export const missingRight = <Row>(
  session: Session,
  { right }: Action<Row>,
): Permission | undefined => (canWith(session, right) === true ? undefined : right)

export const isTucked = <Row>({ tucked = false }: Action<Row>, row: Row): boolean =>
  typeof tucked === 'function' ? tucked(row) : tucked

export const appliesTo = <Row>(action: Action<Row>, row: Row): boolean =>
  action.applies?.(row) ?? true
