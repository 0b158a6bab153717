import type { CompiledQuery } from 'kysely'
import { DatabaseError, Pool, type PoolConfig } from 'pg'
import { tooLong, type Lanes, type Running } from './report.ts'

/** Connections of reports alone: whoever stores something never waits for one. */
const LANES = 4
/** Cancelling must not wait for a report to end. */
const TO_CANCEL = 1
/** Where the server is gone that would have ended a query, the database does. */
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
    // Whether it ended by that or by itself: nobody waits for it.
    if (pid !== undefined) pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
  }

  const run = async () => {
    const client = await pool.connect()
    let isWhole = false
    try {
      pid = await pidOf(client.query(opening(limitMs)))
      if (isCancelled) return []
      const { rows } = await client.query<object>(query.sql, [...query.parameters])
      await client.query('commit')
      isWhole = !isCancelled
      return rows
    } catch (error) {
      const isEnded = error instanceof DatabaseError && error.code === CANCELLED
      throw isEnded ? tooLong(limitMs) : error
    } finally {
      client.release(!isWhole)
    }
  }
  return { rows: run(), cancel }
}

/** In one exchange, and known to the database's own number of the connection, which a pooler in between does not hide. */
function opening(limitMs: number): string {
  const limit = Number.isFinite(limitMs) ? limitMs + SLACK_MS : 0
  return `begin read only; set local statement_timeout = ${limit}; select pg_backend_pid() as pid`
}

async function pidOf(opened: Promise<unknown>): Promise<number | undefined> {
  const results = (await opened) as { rows: { pid?: number }[] }[]
  return results.at(-1)?.rows[0]?.pid
}
