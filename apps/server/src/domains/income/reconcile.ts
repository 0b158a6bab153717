import { sql, type RawBuilder } from 'kysely'
import type { Db, Dialect } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { keptMinutesFrom } from '#domains/lookup/keeping.ts'

/** One stored figure that differs from the sum of its rows. */
export interface Difference {
  /** `table.column` of the rollup, or what is wrong with an entry. */
  what: string
  /**
   * The run, `run viewer`, `account day organisation`, `room day organisation`, `day run room account organisation`, `room minute`, or
   * `organisation source event_id`.
   */
  key: string
  /** The sum of the rows. */
  expected: number
  /** The stored figure. */
  actual: number
}

/**
 * Recomputes every rollup from the entries and events, and every entry from its event; answers all that differ. No difference
 * proves that no money was lost or counted twice. Minutes are compared as far back as they are kept. Reads all rows, so it is
 * for a command or a check once a day, not for a call.
 */
export async function reconcile(db: Db<Tables>, signal?: AbortSignal): Promise<Difference[]> {
  const found: Difference[] = []
  for (const query of [...rollups(db.dialect), ...entries(db.dialect)]) {
    const compiled = { compile: () => query.compile(db.query) }
    found.push(...(await db.report(compiled, { limitMs: Infinity, signal })))
  }
  return found
}

/** Groups both sides together, because a key may be missing on either side. */
const compare = (what: string, expected: RawBuilder<unknown>, actual: RawBuilder<unknown>) =>
  sql<Difference>`
    select ${sql.lit(what)} as what, key, sum(expected) as expected, sum(actual) as actual
    from (
      select key, value as expected, 0 as actual from (${expected}) as rows_say
      union all
      select key, 0, value from (${actual}) as stands
    ) as both_sides
    group by key having sum(expected) <> sum(actual) order by key`

const runs = (column: string) => sql`select run_id as key, ${sql.ref(column)} as value from run`
/** A day's sums belong to the organisation in which they were earned. */
const dayKey = (id: string, day: RawBuilder<unknown>) =>
  sql`${sql.ref(id)} || ' ' || ${day} || ' ' || org_id`
const days = (table: string, id: string, column: string) =>
  sql`select ${dayKey(id, sql.ref('day'))} as key, ${sql.ref(column)} as value from ${sql.table(table)}`
const entriesBy = (id: string, column: string) =>
  sql`select ${dayKey(id, sql.ref('day'))} as key, ${sql.ref(column)} as value from ledger_entry`
const entriesOfRuns = (column: string) =>
  sql`select run_id as key, ${sql.ref(column)} as value from ledger_entry where run_id is not null`

const partKey = (day: RawBuilder<unknown>) => sql`
  ${day} || ' ' || coalesce(run_id, '') || ' ' || room_id || ' ' || account_id || ' ' || org_id`
const partsBy = (value: RawBuilder<unknown>, table: string, day: RawBuilder<unknown>) =>
  sql`select ${partKey(day)} as key, ${value} as value from ${sql.table(table)}`
const parts = (column: string) => partsBy(sql.ref(column), 'income_part', sql.ref('day'))

function rollups(dialect: Dialect): RawBuilder<Difference>[] {
  const day = dayOfAt(dialect)
  const eventsBy = (id: string) => sql`select ${dayKey(id, day)} as key, 1 as value from gift_event`

  return [
    compare('run.gift_fen', entriesOfRuns('fen'), runs('gift_fen')),
    compare('run.gift_count', entriesOfRuns('count'), runs('gift_count')),
    compare(
      'run.event_count',
      sql`select run_id as key, 1 as value from gift_event where run_id is not null`,
      runs('event_count'),
    ),
    compare(
      'run.payers',
      sql`select run_id as key, count(distinct open_id) as value from ledger_entry
          where run_id is not null and kind = 'gift' group by run_id`,
      runs('payers'),
    ),
    compare(
      'run_giver.fen',
      sql`select run_id || ' ' || open_id as key, fen as value from ledger_entry
          where run_id is not null`,
      sql`select run_id || ' ' || open_id as key, fen as value from run_giver`,
    ),
    ...[
      { table: 'account_day', id: 'account_id' },
      { table: 'room_day', id: 'room_id' },
    ].flatMap(({ table, id }) => [
      compare(`${table}.fen`, entriesBy(id, 'fen'), days(table, id, 'fen')),
      compare(`${table}.count`, entriesBy(id, 'count'), days(table, id, 'count')),
      compare(`${table}.event_count`, eventsBy(id), days(table, id, 'event_count')),
    ]),
    ...['fen', 'count'].map((column) =>
      compare(
        `income_part.${column}`,
        partsBy(sql.ref(column), 'ledger_entry', sql.ref('day')),
        parts(column),
      ),
    ),
    compare('income_part.event_count', partsBy(sql`1`, 'gift_event', day), parts('event_count')),
    compare(
      'room_minute.fen',
      sql`select room_id || ' ' || (at / 60000) as key, fen as value from ledger_entry
          where at / 60000 >= ${keptMinutesFrom}`,
      sql`select room_id || ' ' || minute as key, fen as value from room_minute
          where minute >= ${keptMinutesFrom}`,
    ),
  ]
}

function entries(dialect: Dialect): RawBuilder<Difference>[] {
  const counts = sql`case when g.fen > 0 and g.is_ai = 0 and g.is_test = 0 then 1 else 0 end`
  const stands = sql`case when e.id is null then 0 else 1 end`
  const itsEntry = sql`e.kind = 'gift' and e.ref_id = g.id`
  const key = sql`g.org_id || ' ' || g.source || ' ' || g.event_id`
  return [
    sql<Difference>`
      select 'entries of an event' as what, ${key} as key, ${counts} as expected, ${stands} as actual
      from gift_event g left join ledger_entry e on ${itsEntry}
      where ${counts} <> ${stands} order by g.id`,
    sql<Difference>`
      select 'entry unlike its event' as what, ${key} as key, g.fen as expected, e.fen as actual
      from gift_event g join ledger_entry e on ${itsEntry}
      where e.fen <> g.fen or e.count <> g.count or e.at <> g.at
        or e.room_id <> g.room_id or e.account_id <> g.account_id or e.org_id <> g.org_id
        or coalesce(e.run_id, '') <> coalesce(g.run_id, '') or e.day <> ${dayOfAt(dialect, 'g.at')}
      order by g.id`,
    sql<Difference>`
      select 'event of another organisation than its run' as what, ${key} as key,
        0 as expected, g.fen as actual
      from gift_event g join run r on r.run_id = g.run_id
      where g.org_id <> r.org_id order by g.id`,
    sql<Difference>`
      select 'entry without its event' as what, cast(e.ref_id as text) as key,
        0 as expected, e.fen as actual
      from ledger_entry e left join gift_event g on g.id = e.ref_id
      where e.kind = 'gift' and g.id is null order by e.id`,
  ]
}

/** The business day in SQL: Asia/Shanghai has been at UTC+8, without summer time, since 1992. */
function dayOfAt(dialect: Dialect, column = 'at') {
  const seconds = sql`(${sql.ref(column)} + 28800000) / 1000`
  return dialect === 'sqlite'
    ? sql`date(${seconds}, 'unixepoch')`
    : sql`to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD')`
}
