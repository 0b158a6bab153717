import type { Transaction } from 'kysely'
import type { Db, NewRows } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import type { NewRow } from './rows.ts'

type ColumnType = NewRows['columns'][number]['type']

type Cell = NewRows['rows'][number][number]

interface Target<Name extends string> {
  table: string
  columns: readonly { name: Name; type: ColumnType }[]
  unique: readonly Name[]
  numbered: boolean
}

/** Does not type-check unless every column is named: a missing one would not be stored, without an error. */
function target<Table extends keyof Tables>(
  table: Table,
  types: Record<keyof NewRow<Table> & string, ColumnType>,
  unique: readonly (keyof NewRow<Table> & string)[],
): Target<keyof NewRow<Table> & string> {
  const columns = Object.entries(types) as [keyof NewRow<Table> & string, ColumnType][]
  const numbered = table !== 'run_viewer'
  return { table, columns: columns.map(([name, type]) => ({ name, type })), unique, numbered }
}

export const giftEvents = target(
  'gift_event',
  {
    source: 'text',
    event_id: 'text',
    kind: 'text',
    room_id: 'text',
    room_code: 'text',
    run_id: 'text',
    account_id: 'text',
    org_id: 'text',
    open_id: 'text',
    nickname: 'text',
    gift_id: 'text',
    gift_name: 'text',
    count: 'bigint',
    raw_unit: 'text',
    raw_value: 'double precision',
    fen: 'bigint',
    is_ai: 'bigint',
    is_test: 'bigint',
    at: 'bigint',
    received_at: 'bigint',
    raw_json: 'text',
    text: 'text',
  },
  ['org_id', 'source', 'event_id'],
)
export const ledgerEntries = target(
  'ledger_entry',
  {
    kind: 'text',
    ref_id: 'bigint',
    room_id: 'text',
    run_id: 'text',
    account_id: 'text',
    org_id: 'text',
    open_id: 'text',
    fen: 'bigint',
    count: 'bigint',
    day: 'text',
    at: 'bigint',
    rule_version: 'bigint',
  },
  ['ref_id', 'kind'],
)
export const roomEvents = target(
  'room_event',
  {
    org_id: 'text',
    source: 'text',
    event_id: 'text',
    kind: 'text',
    room_id: 'text',
    run_id: 'text',
    open_id: 'text',
    nickname: 'text',
    text: 'text',
    count: 'bigint',
    is_ai: 'bigint',
    is_test: 'bigint',
    at: 'bigint',
    received_at: 'bigint',
    data_json: 'text',
  },
  ['org_id', 'source', 'event_id'],
)
export const roomMoments = target(
  'room_moment',
  {
    key: 'text',
    room_id: 'text',
    run_id: 'text',
    at: 'bigint',
    kind: 'text',
    tag: 'text',
    text: 'text',
    text_en: 'text',
    event_id: 'text',
    data_json: 'text',
  },
  ['key'],
)
export const triggerLogs = target(
  'trigger_log',
  {
    key: 'text',
    room_id: 'text',
    run_id: 'text',
    at: 'bigint',
    event_id: 'text',
    event_key: 'text',
    set_id: 'text',
    node_id: 'text',
    node_name: 'text',
    outcome: 'text',
    text: 'text',
    trace_json: 'text',
    v: 'bigint',
    open_id: 'text',
    opened: 'text',
    effects_json: 'text',
    vars_json: 'text',
    prior_json: 'text',
  },
  ['key'],
)
export const runViewers = target(
  'run_viewer',
  { run_id: 'text', open_id: 'text', paid: 'bigint' },
  ['run_id', 'open_id'],
)

/** Appends the rows that are new; answers the id of each, `undefined` for a known one. */
export const append = <Name extends string>(
  db: Db<Tables>,
  trx: Transaction<Tables>,
  { columns, ...target }: Target<Name>,
  rows: readonly Readonly<Record<Name, Cell>>[],
): Promise<(number | undefined)[]> =>
  rows.length === 0
    ? Promise.resolve([])
    : db.insertNew(trx, {
        ...target,
        columns,
        rows: rows.map((row) => columns.map(({ name }) => row[name])),
      })
