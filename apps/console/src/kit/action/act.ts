import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words as Said } from '@kaibo/contract/kernel/words.ts'
import { call } from '#client/http.ts'
import { phrases } from '#kit/noun/phrases.ts'
import type {
  Action,
  Bulk,
  Creation,
  Deed,
  Dialogue,
  EditAction,
  Editing,
  Face,
  Undo,
} from './action.ts'
import { runExpecting, type Expected } from './expecting.ts'

type ActFace<Row> = Omit<Face<Row>, 'right' | 'bulk'>
type ActBulk<Row> = Omit<Bulk<Row>, 'run' | 'refreshes' | 'undo'>

interface Sent<Row, E extends Endpoint> extends Omit<Deed<Row>, 'run' | 'refreshes' | 'undo'> {
  /** What is sent of a row. */
  input: (row: Row) => InputOf<E>
  bulk?: ActBulk<Row>
  /** Of one row and of many alike. */
  undo?: Undo<Row, DataOf<E>>
  /** Where the row shows as it will be before the server has answered. */
  expected?: Expected<Row>
}

/** Its dialog makes the call; done with many, there is none. */
type Asked<Row, E extends Endpoint> = Dialogue<Row> &
  ({ input: (row: Row) => InputOf<E>; bulk: ActBulk<Row> } | { input?: never; bulk?: never })

/** An act that opens the form in which its call is filled in. */
export function act<Row>(endpoint: Endpoint, settings: ActFace<Row> & Editing<Row>): EditAction<Row>
/** An act that makes a call of the contract: its right, and what is loaded anew after it, are those of the call's line. */
export function act<Row, E extends Endpoint>(
  endpoint: E,
  settings: ActFace<Row> & (Sent<Row, E> | Asked<Row, E>),
): Action<Row>
export function act<Row, E extends Endpoint>(
  endpoint: E,
  settings: ActFace<Row> & (Sent<Row, E> | Asked<Row, E> | Editing<Row>),
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
export const creation = ({ can: right }: Endpoint, noun: Said): Creation => ({
  label: () => phrases.create(noun),
  right,
})
