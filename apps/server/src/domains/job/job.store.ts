import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { dbNow } from '#platform/db/now.ts'

type Q = Queryable<Tables>

export interface Unit {
  job: string
  unit: string
}

/** The proof that a unit is still leased. */
export interface HeldLease extends Unit {
  holder: string
  fence: number
}

export interface Taken {
  fence: number
  tries: number
  taken_at: number
}

/** Leases a unit in one statement, so that one of two servers gets it; undefined if it is leased or resting. */
export async function take(
  q: Q,
  dialect: Dialect,
  { job, unit }: Unit,
  holder: string,
  ms: number,
): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    insert into job_lease (job, unit, holder, fence, until, tries)
    values (${job}, ${unit}, ${holder}, 1, ${dbNow(dialect)} + ${sql.lit(ms)}, 1)
    on conflict (job, unit) do update set
      holder = excluded.holder, fence = job_lease.fence + 1,
      until = excluded.until, tries = job_lease.tries + 1
    where job_lease.until <= ${dbNow(dialect)}
    returning fence, tries, until - ${sql.lit(ms)} as taken_at`.execute(q)
  return rows[0]
}

const held = (q: Q, { job, unit, holder, fence }: HeldLease) =>
  q
    .updateTable('job_lease')
    .where('job', '=', job)
    .where('unit', '=', unit)
    .where('holder', '=', holder)
    .where('fence', '=', fence)

/** Extends the lease within a transaction. Returns false if another server has taken it; otherwise none can until the transaction ends. */
export async function holdOn(
  q: Q,
  dialect: Dialect,
  lease: HeldLease,
  ms: number,
): Promise<boolean> {
  const until = sql<number>`${dbNow(dialect)} + ${sql.lit(ms)}`
  const { numUpdatedRows } = await held(q, lease).set({ until }).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases it; it cannot be leased again for `restMs`. */
export async function giveBack(
  q: Q,
  dialect: Dialect,
  lease: HeldLease,
  { error, restMs }: { error: string | null; restMs: number },
): Promise<void> {
  const until = sql<number>`${dbNow(dialect)} + ${sql.lit(restMs)}`
  const went =
    error === null ? { error, tries: 0, last_ok_at: sql<number>`${dbNow(dialect)}` } : { error }
  await held(q, lease)
    .set({ holder: null, until, ...went })
    .execute()
}

/** The units of a job that cannot be leased now. */
export async function notDue(q: Q, dialect: Dialect, job: string): Promise<Set<string>> {
  const rows = await q
    .selectFrom('job_lease')
    .select('unit')
    .where('job', '=', job)
    .where('until', '>', dbNow(dialect))
    .execute()
  return new Set(rows.map(({ unit }) => unit))
}

/** What nobody holds rests no longer. */
export async function endRest(q: Q, dialect: Dialect, job: string): Promise<void> {
  await q
    .updateTable('job_lease')
    .set({ until: dbNow(dialect) })
    .where('job', '=', job)
    .where('holder', 'is', null)
    .execute()
}

export const leases = (q: Q) =>
  q.selectFrom('job_lease').selectAll().orderBy('job').orderBy('unit').execute()

export async function countFailing(q: Q): Promise<number> {
  const { count } = await q
    .selectFrom('job_lease')
    .select(sql<number>`count(*)`.as('count'))
    .where('error', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
