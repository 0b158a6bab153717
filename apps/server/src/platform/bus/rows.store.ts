import { sql } from 'kysely'
import type { Dialect, Queryable } from '../db/db.ts'
import { dbNow } from '../db/now.ts'
import { givenRows, intAt, textAt } from '../db/rows.ts'

export interface Part {
  id: string
  part: number
  parts: number
  topic: string
  payload: string
}

export const write = <Tables>(
  q: Queryable<Tables>,
  dialect: Dialect,
  sender: string,
  parts: readonly Part[],
) => {
  const rows = parts.map((one) => [one.id, one.part, one.parts, one.topic, one.payload])
  return sql`
    insert into bus_row (id, part, parts, topic, payload, sender, at)
    select ${textAt(0)}, ${intAt(1)}, ${intAt(2)}, ${textAt(3)}, ${textAt(4)}, ${sender}, ${dbNow(dialect)}
    from ${givenRows(dialect, rows)}
    where true
    on conflict do nothing`.execute(q)
}

/** The messages of others since `since`, and the database's time; where `since` is null only that. */
export async function idsSince<Tables>(
  q: Queryable<Tables>,
  dialect: Dialect,
  sender: string,
  since: number | null,
): Promise<{ now: number; ids: string[] }> {
  const { rows } = await sql<{ now: number; id: string | null }>`
    select t.now, bus_row.id from (select ${dbNow(dialect)} as now) as t
    left join bus_row on bus_row.at > ${since ?? Number.MAX_SAFE_INTEGER}
      and bus_row.sender <> ${sender} and bus_row.part = 0`.execute(q)
  return { now: Number(rows[0]?.now), ids: rows.flatMap(({ id }) => (id === null ? [] : [id])) }
}

export async function read<Tables>(q: Queryable<Tables>, ids: readonly string[]): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select id, part, parts, topic, payload from bus_row
    where id in (${sql.join(ids)}) order by at, id, part`.execute(q)
  return rows
}

/** Also what the database, its clock set back since, wrote at a time to come: it would be read, and told, again and again until then. */
export const forget = <Tables>(q: Queryable<Tables>, dialect: Dialect, ms: number) =>
  sql`delete from bus_row where at < ${dbNow(dialect)} - ${ms} or at > ${dbNow(dialect)} + ${ms}`.execute(
    q,
  )
