import type { ComponentType, ReactNode } from 'react'
import type { CallName, Permission } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { canWith, type Session } from '#client/session.ts'

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
  /** `true`, or the sentence why not, from the rule table that the server uses too. */
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
}

/** Runs at once, or after a confirmation. The caller shows its error. */
export interface DirectAct<Row> {
  confirm?: (row: Row) => { title: Words; hint: Words }
  run: (row: Row) => Promise<unknown>
  /** Queries that are refetched, whether it succeeded or failed. */
  refreshes: readonly CallName[]
  /** The message shown when it succeeded. */
  done?: (row: Row) => Words
}

/** Opens a dialog of its own: it asks for input, or shows a result. */
export interface DialogAct<Row> {
  Dialog: ComponentType<DialogProps<Row>>
}

/** Opens the record's form, which has an address of its own over the page (`kit/form/form-address.ts`). */
export interface FormAct<Row> {
  /** The record's id in that address. */
  idOf: (row: Row) => string
  /** Without a row it makes a new one. */
  Form: ComponentType<{ row?: Row; onClose: () => void }>
}

/**
 * One act on a record, as data at module scope. Row buttons, ⋯ menus, toolbars, the bulk bar and the keyboard all render
 * from it. Acts that call the server are made by `act` (`act.ts`); only others are written by hand.
 */
export type Action<Row> = ActionBase<Row> & (DirectAct<Row> | DialogAct<Row> | FormAct<Row>)
export type EditAction<Row> = ActionBase<Row> & FormAct<Row>

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
