import type { CompiledQuery } from 'kysely'
import { DatabaseError, Pool, type Client, type PoolConfig } from 'pg'
import { cut } from './postgres.connections.ts'
import { tooLong, type Lanes, type Running } from './report.ts'

/** Connections for reports only, so that a write never waits for a report. */
const LANES = 4
/** One more connection, so that cancelling a report does not wait for another to end. */
const TO_CANCEL = 1
/** If the server has died and does not end a query, the database does so this much later. */
const SLACK_MS = 5_000
const CANCELLED = '57014'

/**
 * Lanes that are connections. A report is a read-only transaction with a time limit of its own; one that nobody waits for is
 * cancelled in the database, and its connection is not used again.
 */
export function postgresLanes(config: PoolConfig, lanes = LANES): Lanes {
  const pool = new Pool({ ...config, max: lanes + TO_CANCEL })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    count: lanes,
    start: (query, limitMs) => start(pool, query, limitMs),
    close: () => pool.end(),
  }
}

function start(pool: Pool, query: CompiledQuery, limitMs: number): Running {
  let pid: number | undefined
  let isCancelled = false
  const cancel = () => {
    isCancelled = true
    // A failure to cancel is ignored: nobody waits for the result.
    if (pid !== undefined) pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
  }

  const run = async () => {
    const client = await pool.connect()
    let isReusable = false
    // A connection that is cut says nothing, whatever limit the database has.
    const dead = Number.isFinite(limitMs)
      ? setTimeout(() => cut(client as Client), limitMs + 2 * SLACK_MS)
      : undefined
    try {
      pid = await pidOf(client.query(opening(limitMs)))
      if (isCancelled) return []
      const { rows } = await client.query<object>(query.sql, [...query.parameters])
      await client.query('commit')
      isReusable = !isCancelled
      return rows
    } catch (error) {
      const isEnded = error instanceof DatabaseError && error.code === CANCELLED
      throw isEnded ? tooLong(limitMs) : error
    } finally {
      clearTimeout(dead)
      client.release(!isReusable)
    }
  }
  return { rows: run(), cancel }
}

/** One round trip. Asks the database for the backend's id, because a connection pooler in between would report its own. */
function opening(limitMs: number): string {
  const limit = Number.isFinite(limitMs) ? limitMs + SLACK_MS : 0
  return `begin read only; set local statement_timeout = ${limit}; select pg_backend_pid() as pid`
}

async function pidOf(opened: Promise<unknown>): Promise<number | undefined> {
  const results = (await opened) as { rows: { pid?: number }[] }[]
  return results.at(-1)?.rows[0]?.pid
}
