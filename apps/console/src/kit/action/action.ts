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
  /** What it takes. */
  right: Permission
  danger?: boolean
  /** `true`, or the sentence why not: the server's own table and words. */
  enabled?: (row: Row, session: Session) => true | Words
  /** Of acts that exclude each other (enable, disable) only the one that applies shows. */
  applies?: (row: Row) => boolean
  /** Stands behind ⋯ even where there is room: rare, or not to be hit by chance. Some rows need it in sight. */
  tucked?: boolean | ((row: Row) => boolean)
  /** Makes it an act on many rows as well; each has an outcome of its own. */
  bulk?: Bulk<Row>
}

export interface Bulk<Row> {
  label: Words
  /** What goes with it, and whether it comes back. */
  hint?: Words
  run: (row: Row) => Promise<unknown>
  /** What is loaded anew when all are done. */
  refreshes: readonly CallName[]
}

/** Does its work at once, or after the person has said yes. Whoever runs it shows its failure. */
export interface DirectAct<Row> {
  confirm?: (row: Row) => { title: Words; hint: Words }
  run: (row: Row) => Promise<unknown>
  /** What is loaded anew, whether it went well or not. */
  refreshes: readonly CallName[]
  /** The sentence that says so when it is done. */
  done?: (row: Row) => Words
}

/** Needs more than a yes: a form, or something to show afterwards. */
export interface DialogAct<Row> {
  Dialog: ComponentType<DialogProps<Row>>
}

/** Opens the record's form, which has an address of its own over the page (`kit/form/form-address.ts`). */
export interface FormAct<Row> {
  /** The record in that address. */
  idOf: (row: Row) => string
  /** Without a row it makes a new one. */
  Form: ComponentType<{ row?: Row; onClose: () => void }>
}

/**
 * One act on a record, as data at module scope. Row buttons, ⋯ menus, toolbars, the bulk bar and the keyboard all render
 * from it. What calls the server is made by `act` (`act.ts`); by hand only what does not.
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

/** The action that is missing for it, where it is that which refuses. */
export const missingRight = <Row>(
  session: Session,
  { right }: Action<Row>,
): Permission | undefined => (canWith(session, right) === true ? undefined : right)

export const isTucked = <Row>({ tucked = false }: Action<Row>, row: Row): boolean =>
  typeof tucked === 'function' ? tucked(row) : tucked

export const appliesTo = <Row>(action: Action<Row>, row: Row): boolean =>
  action.applies?.(row) ?? true
