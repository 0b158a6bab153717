import type { Selectable } from 'kysely'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { TriggerLog } from '@kaibo/contract/room/room.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Db } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'
import {
  after,
  capped,
  COUNTED,
  countOf,
  offsetOf,
  pageFrom,
  placeAt,
  readPage,
} from '#platform/db/endless.ts'
import type { Patience } from '#platform/db/report.ts'

type Query = ParsedOf<typeof roomApi.triggerLogs>

/** The decisions of the rules in a room, each with its trace. */
export async function triggerLogs(
  db: Db<Tables>,
  room_id: string,
  query: Query,
  patience: Patience,
): Promise<EndlessPage<TriggerLog>> {
  const direction = directionOf(query)
  const place = placeAt(query.cursor, [0, 0])
  const { run_id } = query
  if (run_id !== undefined && !(await isOfRoom(db, room_id, run_id)))
    return { list: [], next: null, ...capped(0) }
  const matching = found(db, room_id, query)
  const [count] = await readPage(
    db,
    countOf(db.query, matching.select('id').limit(COUNTED)),
    query,
    patience,
  )
  const rows = await readPage(
    db,
    matching
      .selectAll()
      .where(after(['at', 'id'], direction, place))
      .orderBy('at', direction)
      .orderBy('id', direction)
      .limit(query.page_size + 1)
      .offset(offsetOf(query)),
    query,
    patience,
  )
  return {
    ...pageFrom(rows, query, { placeOf: ({ at, id }) => [at, id], rowOf }),
    ...capped(count?.total ?? 0),
  }
}

/** Each filter has an index in the order of time. With a run the room is no condition, because the run was checked to be its. */
function found({ query: q }: Db<Tables>, room_id: string, query: Query) {
  const { run_id, outcome, set_id, node_id, event_key, user: open_id, from_at, to_at } = query
  const place = run_id === undefined ? { room_id } : { run_id }
  return q
    .selectFrom('trigger_log')
    .where((eb) => eb.and({ ...place, outcome, set_id, node_id, event_key, open_id }))
    .$if(from_at !== undefined, (some) => some.where('at', '>=', from_at ?? 0))
    .$if(to_at !== undefined, (some) => some.where('at', '<=', to_at ?? 0))
}

async function isOfRoom({ query: q }: Db<Tables>, room_id: string, run_id: string) {
  const run = q
    .selectFrom('run')
    .select('run_id')
    .where((eb) => eb.and({ run_id, room_id }))
  return (await run.executeTakeFirst()) !== undefined
}

const read = (json: string | null) => (json === null ? null : JSON.parse(json))

const rowOf = (row: Selectable<Tables['trigger_log']>): TriggerLog => ({
  id: String(row.id),
  at: row.at,
  run_id: row.run_id,
  event_id: row.event_id,
  event_key: row.event_key,
  set_id: row.set_id,
  node_id: row.node_id,
  node_name: row.node_name,
  outcome: row.outcome,
  text: row.text,
  trace: read(row.trace_json),
  v: row.v,
  user: row.open_id,
  effects: read(row.effects_json),
  vars: read(row.vars_json),
  prior: read(row.prior_json),
})
