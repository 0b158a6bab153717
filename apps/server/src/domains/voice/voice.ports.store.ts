import { sql } from 'kysely'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { dbNow } from '#platform/db/now.ts'
import { within } from '#platform/db/within.ts'
import type { EngineFault } from './voice.engine.ts'
import { timesWith, type Times } from './voice.times.ts'

type Q = Queryable<Tables>

/** A synthesis runs no longer: who holds a port for more is taken to be dead. */
export const JOB_MS = 45_000
const ERROR_SPAN_MS = 60_000
export const MAX_ERRORS = 5
const HOUR_MS = 3_600_000

/** The ports of enabled servers that may speak a voice, the ones first on which it is bound to least. */
export const portsFor = compileOnce(
  (q: Q, dialect: Dialect, { voice_id }: Places<{ voice_id: string }>) =>
    q
      .selectFrom('voice_port as port')
      .innerJoin('voice_server as server', 'server.server_id', 'port.server_id')
      .innerJoin('voice_on_server as there', 'there.server_id', 'port.server_id')
      .select(['port.port_id', 'port.number', 'port.state', 'port.voice_id', 'port.server_id'])
      .select(['server.name as server_name', 'server.swap', 'server.provider'])
      .select(
        sql<number>`(select count(*) from voice_binding as bound
        inner join room on room.id = bound.room_id and room.desired_run = 1
        where bound.port_id = port.port_id)`.as('rooms'),
      )
      // Somebody speaks by it: to try and take it would be in vain
      .select(
        sql<number>`case when port.job is not null and port.job_until > ${dbNow(dialect)} then 1 else 0 end`.as(
          'held',
        ),
      )
      .where('there.voice_id', '=', voice_id)
      .where('server.enabled', '=', 1)
      .orderBy('rooms')
      .orderBy('server.name')
      .orderBy('port.number'),
)
export type Able = Awaited<ReturnType<typeof portsFor>>[number]

/** A voice as its engine is told of it. */
export const spokenVoice = compileOnce(
  (q: Q, _: null, { voice_id }: Places<{ voice_id: string }>) =>
    q
      .selectFrom('voice')
      .select(['voice_id', 'engine_voice', 'lang', 'params_json'])
      .where('voice_id', '=', voice_id),
)

interface Taking {
  port_id: string
  job: string
  voice_id: string
  at: number
}

/**
 * Takes a port for one synthesis, on whichever server: one statement, so that of two at once one gets it. A port whose holder has
 * died is free again. One that holds another voice is loaded with this one.
 */
export async function take(
  q: Q,
  dialect: Dialect,
  { port_id, job, voice_id, at }: Taking,
): Promise<boolean> {
  const now = dbNow(dialect)
  const swaps = sql`exists (select 1 from voice_server as server
    where server.server_id = voice_port.server_id and server.swap = 1)`
  const { numAffectedRows } = await sql`
    update voice_port set
      job = ${job}, job_until = ${now} + ${sql.lit(JOB_MS)}, since_at = ${at},
      state = case when ${swaps} and voice_id is not null and voice_id <> ${voice_id}
        then 'loading' else 'busy' end,
      voice_id = case when ${swaps} then ${voice_id} else null end
    where port_id = ${port_id} and held_by is null
      and (state = 'idle' or (state in ('busy', 'loading', 'draining') and job_until <= ${now}))`.execute(
    q,
  )
  return Number(numAffectedRows) === 1
}

export interface Ended {
  port_id: string
  job: string
  at: number
  busy_ms: number
  borrowed: boolean
  first_ms?: number
  /** Why it failed, and whether the port is down by it: at once, by five within a minute, or not as it was asked wrongly. */
  failed?: { why: string; kind: EngineFault['kind'] }
}

/** Gives a port back and counts what was done; answers whether it is down now. What was taken over meanwhile stays as it is. */
export async function release(
  trx: Q,
  { port_id, job, at, failed, ...told }: Ended,
): Promise<{ down: boolean }> {
  const isPorts = failed && failed.kind !== 'asked'
  const isDown = isPorts ? await fail(trx, { port_id, job, at, failed }) : false
  const given = await trx
    .updateTable('voice_port')
    .set({
      job: null,
      job_until: 0,
      since_at: at,
      state: isDown
        ? 'down'
        : sql<'idle' | 'draining'>`case when held_by is null then 'idle' else 'draining' end`,
    })
    .where('port_id', '=', port_id)
    .where('job', '=', job)
    .executeTakeFirst()
  if (given.numUpdatedRows === 1n)
    await count(trx, port_id, at, { ...told, failed: failed !== undefined })
  return { down: isDown && given.numUpdatedRows === 1n }
}

/** Counts a failure of the port that this job holds; answers whether it is one too many. */
async function fail(
  trx: Q,
  { port_id, job, at, failed }: Required<Pick<Ended, 'port_id' | 'job' | 'at' | 'failed'>>,
): Promise<boolean> {
  const port = await trx
    .selectFrom('voice_port')
    .select(['errors', 'error_since_at'])
    .where('port_id', '=', port_id)
    .where('job', '=', job)
    .executeTakeFirst()
  if (!port) return false
  const isRecent = at - port.error_since_at < ERROR_SPAN_MS
  const errors = isRecent ? port.errors + 1 : 1
  const isDown = failed.kind === 'down' || errors >= MAX_ERRORS
  await trx
    .updateTable('voice_port')
    .set({
      errors: isDown ? 0 : errors,
      error_since_at: isRecent ? port.error_since_at : at,
      why: failed.why,
      ...(isDown && { tried_at: at }),
    })
    .where('port_id', '=', port_id)
    .where('job', '=', job)
    .execute()
  return isDown
}

interface Counted {
  busy_ms?: number
  first_ms?: number | undefined
  borrowed?: boolean
  failed?: boolean
  hits?: number
}

/** Adds to the port's hour. `first_ms` is counted only by who holds the port, or has just held it. */
async function count(
  trx: Q,
  port_id: string,
  at: number,
  { busy_ms = 0, first_ms, borrowed = false, failed = false, hits = 0 }: Counted,
): Promise<void> {
  const hour = at - (at % HOUR_MS)
  const add = {
    count: hits === 0 ? 1 : 0,
    errors: failed ? 1 : 0,
    busy_ms: Math.round(busy_ms),
    hits,
    borrowed: borrowed ? 1 : 0,
  }
  const firsts_json =
    first_ms === undefined ? undefined : await firstsWith(trx, port_id, hour, first_ms)
  await trx
    .insertInto('voice_port_hour')
    .values({ port_id, hour, ...add, firsts_json: firsts_json ?? '[]' })
    .onConflict((on) =>
      on.columns(['port_id', 'hour']).doUpdateSet((is) => ({
        count: is('voice_port_hour.count', '+', add.count),
        errors: is('voice_port_hour.errors', '+', add.errors),
        busy_ms: is('voice_port_hour.busy_ms', '+', add.busy_ms),
        hits: is('voice_port_hour.hits', '+', add.hits),
        borrowed: is('voice_port_hour.borrowed', '+', add.borrowed),
        ...(firsts_json !== undefined && { firsts_json }),
      })),
    )
    .execute()
}

const firstsOf = compileOnce(
  (q: Q, _: null, { port_id, hour }: Places<{ port_id: string; hour: number }>) =>
    q
      .selectFrom('voice_port_hour')
      .select('firsts_json')
      .where('port_id', '=', port_id)
      .where('hour', '=', hour),
)

async function firstsWith(trx: Q, port_id: string, hour: number, ms: number): Promise<string> {
  const [row] = await firstsOf(trx, null, { port_id, hour })
  return JSON.stringify(timesWith(JSON.parse(row?.firsts_json ?? '[]') as Times, ms))
}

/** Sentences of a room that were there already: they count for the room's port. */
export async function countHits(trx: Q, room_id: string, at: number, hits: number): Promise<void> {
  const bound = await bindingOf(trx, room_id)
  if (bound) await count(trx, bound.port_id, at, { hits })
}

const bindings = compileOnce((q: Q, _: null, { room_id }: Places<{ room_id: string }>) =>
  q.selectFrom('voice_binding').selectAll().where('room_id', '=', room_id),
)
export const bindingOf = async (q: Q, room_id: string) =>
  (await bindings(q, null, { room_id })).at(0)

export const bind = (q: Q, row: Tables['voice_binding']) =>
  q
    .insertInto('voice_binding')
    .values(row)
    .onConflict((on) => on.column('room_id').doUpdateSet({ ...row }))
    .execute()

export const wait = (q: Q, dialect: Dialect, row: { wait_id: string; port_id: string }) =>
  sql`insert into voice_wait (wait_id, port_id, until)
    values (${row.wait_id}, ${row.port_id}, ${dbNow(dialect)} + ${sql.lit(JOB_MS)})`.execute(q)

export const waited = (q: Q, wait_id: string) =>
  q.deleteFrom('voice_wait').where('wait_id', '=', wait_id).execute()

/** Waits whose server was killed. */
export const dropWaits = (q: Q, dialect: Dialect) =>
  q.deleteFrom('voice_wait').where('until', '<=', dbNow(dialect)).execute()

/** Bindings of rooms that are no more, or whose voice or port is. */
export const dropBindings = (q: Q) =>
  sql`delete from voice_binding where
    not exists (select 1 from room where room.id = voice_binding.room_id and room.deleted_at is null)
    or not exists (select 1 from voice_port where voice_port.port_id = voice_binding.port_id)`.execute(
    q,
  )

const ports = (q: Q, dialect: Dialect) =>
  q
    .selectFrom('voice_port as port')
    .innerJoin('voice_server as server', 'server.server_id', 'port.server_id')
    .leftJoin('voice', 'voice.voice_id', 'port.voice_id')
    .select(['port.port_id', 'port.number', 'port.state', 'port.why', 'port.since_at'])
    .select(['port.server_id', 'server.name as server_name', 'port.voice_id'])
    .select('voice.name as voice_name')
    .select(
      sql<number>`(select count(*) from voice_wait
        where voice_wait.port_id = port.port_id and voice_wait.until > ${dbNow(dialect)})`.as(
        'queue',
      ),
    )

export const portList = (q: Q, dialect: Dialect, server_id: string | undefined) =>
  ports(q, dialect)
    .where((eb) => eb.and({ ...(server_id !== undefined && { 'port.server_id': server_id }) }))
    .orderBy('server.name')
    .orderBy('port.number')
    .limit(2_048)
    .execute()

export const boundRooms = (q: Q, scope: Scope) =>
  q
    .selectFrom('voice_binding as bound')
    .innerJoin('room', 'room.id', 'bound.room_id')
    .select(['bound.port_id', 'bound.voice_id', 'room.id', 'room.room_code', 'room.name'])
    .where('room.deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .orderBy('room.name')
    .execute()

export const hoursOf = (q: Q, from: number, to: number, server_id: string | undefined) =>
  q
    .selectFrom('voice_port_hour as part')
    .innerJoin('voice_port as port', 'port.port_id', 'part.port_id')
    .innerJoin('voice_server as server', 'server.server_id', 'port.server_id')
    .selectAll('part')
    .select(['port.number', 'port.server_id', 'server.name as server_name'])
    .where('part.hour', '>=', from)
    .where('part.hour', '<', to)
    .where((eb) => eb.and({ ...(server_id !== undefined && { 'port.server_id': server_id }) }))
    .orderBy('server.name')
    .orderBy('port.number')
    .orderBy('part.hour')
    .execute()
