import { sql } from 'kysely'
import type { Dialect, Queryable } from '../db/db.ts'
import { dbNow } from '../db/now.ts'

/** What a server says of itself. */
export interface InstanceFacts {
  bus: string
  agents: number
  consoles: number
  offset_ms: number
  facts_json: string
}

export interface InstanceRow extends InstanceFacts {
  id: string
  host: string
  pid: number
  version: string
  schema_name: string
  started_at: number
  seen_at: number
}

export const add = <Tables>(
  q: Queryable<Tables>,
  dialect: Dialect,
  one: Pick<InstanceRow, 'id' | 'host' | 'pid' | 'version' | 'schema_name'>,
) =>
  sql`
  insert into instance (id, host, pid, version, schema_name, bus, started_at, seen_at)
  values (${one.id}, ${one.host}, ${one.pid}, ${one.version}, ${one.schema_name}, 'none',
    ${dbNow(dialect)}, ${dbNow(dialect)})
  on conflict do nothing`.execute(q)

export const keep = <Tables>(
  q: Queryable<Tables>,
  dialect: Dialect,
  id: string,
  { bus, agents, consoles, offset_ms, facts_json }: InstanceFacts,
) =>
  sql`
  update instance set bus = ${bus}, agents = ${agents}, consoles = ${consoles},
    offset_ms = ${Math.round(offset_ms)}, facts_json = ${facts_json}, seen_at = ${dbNow(dialect)}
  where id = ${id}`.execute(q)

export const end = <Tables>(q: Queryable<Tables>, dialect: Dialect, id: string) =>
  sql`update instance set ended_at = ${dbNow(dialect)} where id = ${id}`.execute(q)

/** Servers that have not ended and last wrote their row between `from` and `to` milliseconds ago. */
export async function seenWithin<Tables>(
  q: Queryable<Tables>,
  dialect: Dialect,
  { from, to }: { from: number; to: number },
): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    select id, host, pid, version, schema_name, bus, agents, consoles, offset_ms, facts_json,
      started_at, seen_at
    from instance where ended_at is null
      and seen_at > ${dbNow(dialect)} - ${from} and seen_at <= ${dbNow(dialect)} - ${to}
    order by started_at`.execute(q)
  return rows
}

/** Removes servers that are long gone, and tickets and nonces of which nothing can be used again. */
export async function tidy<Tables>(q: Queryable<Tables>, dialect: Dialect, ms: number) {
  await sql`delete from instance where seen_at < ${dbNow(dialect)} - ${ms}`.execute(q)
  await sql`delete from used_once where until < ${dbNow(dialect)}`.execute(q)
}
