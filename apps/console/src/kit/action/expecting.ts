import type { CallName } from '@kaibo/contract/kernel/endpoint.ts'
import { showRows } from '#client/query.ts'

/** A row as it will be, shown before the server has answered. */
export interface Expected<Row> {
  keyOf: (row: Row) => string
  becomes: (row: Row) => Row
}

/** What is under way on a row: the next on the same row waits, so that the server hears them in the order they were asked for. */
const turns = new Map<string, Promise<unknown>>()

/** Shows a row at once as it will be, in the lists among `names`; refused, it shows again as it was. */
export async function runExpecting<Row>(
  names: readonly CallName[],
  { keyOf, becomes }: Expected<Row>,
  row: Row,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const key = keyOf(row)
  // An option of a select may have the same key; only a record has a version.
  const show = (shown: Row) =>
    showRows(names, (one) => ('version' in one && keyOf(one as Row) === key ? shown : one))
  show(becomes(row))
  const place = `${names.join()} ${key}`
  const turn = (turns.get(place) ?? Promise.resolve())
    .catch(() => undefined)
    .then(run)
    .catch((error: unknown) => {
      show(row)
      throw error
    })
    .finally(() => {
      if (turns.get(place) === turn) turns.delete(place)
    })
  turns.set(place, turn)
  return turn
}
