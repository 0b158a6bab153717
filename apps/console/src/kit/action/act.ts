import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
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
} from './action.ts'

type ActSettings<Row> = Omit<ActionBase<Row>, 'right' | 'bulk'>
type BulkSettings<Row> = Omit<Bulk<Row>, 'run' | 'refreshes'>

interface CallSettings<Row, E extends Endpoint> extends Omit<DirectAct<Row>, 'run' | 'refreshes'> {
  /** What is sent of a row. */
  input: (row: Row) => InputOf<E>
  bulk?: BulkSettings<Row>
}

/** Its dialog makes the call; done with many, there is none. */
type DialogSettings<Row, E extends Endpoint> = DialogAct<Row> &
  ({ input: (row: Row) => InputOf<E>; bulk: BulkSettings<Row> } | { input?: never; bulk?: never })

/** An act that opens the form in which its call is filled in. */
export function act<Row>(
  endpoint: Endpoint,
  settings: ActSettings<Row> & FormAct<Row>,
): EditAction<Row>
/** An act that makes a call of the contract: its right, and what is loaded anew after it, are those of the call's line. */
export function act<Row, E extends Endpoint>(
  endpoint: E,
  settings: ActSettings<Row> & (CallSettings<Row, E> | DialogSettings<Row, E>),
): Action<Row>
export function act<Row, E extends Endpoint>(
  endpoint: E,
  settings: ActSettings<Row> & (CallSettings<Row, E> | DialogSettings<Row, E> | FormAct<Row>),
): Action<Row> {
  const { can: right, changes: refreshes } = endpoint
  if ('Form' in settings) return { ...settings, right }
  const { input, bulk, ...face } = settings
  // Whoever runs it shows its failure.
  const run = async (row: Row) => input && call(endpoint, input(row), { silent: true })
  const many = bulk && { bulk: { ...bulk, run, refreshes } }
  return 'Dialog' in face
    ? { ...face, ...many, right }
    : { ...face, ...many, right, run, refreshes }
}

/** The act that makes a record by this call. */
export const creation = ({ can: right }: Endpoint, noun: Words): Creation => ({
  label: phrases.create(noun),
  right,
})
