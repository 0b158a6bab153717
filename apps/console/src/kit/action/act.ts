import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { call } from '#client/http.ts'
import { phrases } from '#kit/noun/phrases.ts'
import type {
  Action,
  Bulk,
  Creation,
  DirectAct,
  DialogAct,
  EditAction,
  FormAct,
  ActionBase,
  Undo,
} from './action.ts'
import { runExpecting, type Expected } from './expecting.ts'

type ActSettings<Row> = Omit<ActionBase<Row>, 'right' | 'bulk'>
type BulkSettings<Row> = Omit<Bulk<Row>, 'run' | 'refreshes' | 'undo'>

interface CallSettings<Row, E extends Endpoint> extends Omit<
  DirectAct<Row>,
  'run' | 'refreshes' | 'undo'
> {
  /** What is sent of a row. */
  input: (row: Row) => InputOf<E>
  bulk?: BulkSettings<Row>
  /** Of one row and of many alike. */
  undo?: Undo<Row, DataOf<E>>
  /** Where the row shows as it will be before the server has answered. */
  expected?: Expected<Row>
}

/** The dialog makes the call; a bulk run makes it without the dialog, from `input`. */
type DialogSettings<Row, E extends Endpoint> = DialogAct<Row> &
  ({ input: (row: Row) => InputOf<E>; bulk: BulkSettings<Row> } | { input?: never; bulk?: never })

/** An act that opens the form in which its call is filled in. */
export function act<Row, Whole = Row>(
  endpoint: Endpoint,
  settings: ActSettings<Row> & FormAct<Row, Whole>,
): EditAction<Row, Whole>
/** An act that makes a call of the contract: its right, and what is loaded anew after it, are those of the call's line. */
export function act<Row, E extends Endpoint>(
  endpoint: E,
  settings: ActSettings<Row> & (CallSettings<Row, E> | DialogSettings<Row, E>),
): Action<Row>
export function act<Row, E extends Endpoint>(
  endpoint: E,
  settings: ActSettings<Row> &
    (CallSettings<Row, E> | DialogSettings<Row, E> | FormAct<Row, never>),
): Action<Row> {
  const { can: right, changes: refreshes } = endpoint
  if ('Form' in settings) return { ...settings, right }
  const { input, bulk, expected, ...face } = { expected: undefined, ...settings }
  // Whoever runs it shows its failure.
  const send = async (row: Row) => input && call(endpoint, input(row), { silent: true })
  const run = expected
    ? (row: Row) => runExpecting(refreshes, expected, row, () => send(row))
    : send
  const undo = 'undo' in face && face.undo ? { undo: face.undo } : {}
  const many = bulk && { bulk: { ...bulk, run, refreshes, ...undo } }
  return 'Dialog' in face
    ? { ...face, ...many, right }
    : { ...face, ...many, right, run, refreshes }
}

/** The act that makes a record by this call. */
export const creation = ({ can: right }: Endpoint, noun: Words): Creation => ({
  label: phrases.create(noun),
  right,
})
