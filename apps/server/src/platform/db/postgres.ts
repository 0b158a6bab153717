import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { DatabaseError, Pool, types, type PoolConfig } from 'pg'
import type { Db, NewRows } from './db.ts'
import { transactionsOf, type OnError } from './ending.ts'
import { reportingFullDisk } from './full.ts'
import { padLists } from './padding.ts'
import { createReports } from './report.ts'
import { postgresLanes } from './report.postgres.ts'

const INT8 = 20
const NUMERIC = 1700
const PING_MS = 900
const CONNECTIONS = 10

/** PostgreSQL, for more than one server or machine. */
export function openPostgres<Tables>(url: string, onError?: OnError): Db<Tables> {
  const config: PoolConfig = {
    connectionString: url,
    types: {
      getTypeParser: (oid, format) => numberParser(oid) ?? types.getTypeParser(oid, format),
    },
  }
  const pool = new Pool({ ...config, max: CONNECTIONS })
  // An idle connection that the server drops must not end the process; the next query opens another.
  pool.on('error', () => {})
  // The pool listens to idle connections only. One that breaks in use fails its query; the `error` event it also emits must
  // not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [padLists] })
  const reports = createReports(postgresLanes(config))
  return {
    dialect: 'pg',
    query,
    ...reportingFullDisk(retryingDeadlocks(transactionsOf(query, onError))),
    insertNew: async (trx, batch) => {
      if (batch.rows.length === 0) return []
      const compiled = CompiledQuery.raw(insertSql(batch), byColumn(batch))
      const { rows } = await trx.executeQuery<Record<string, unknown>>(compiled)
      const fresh = new Map(
        rows.map((row) => [keyOf(batch.unique.map((name) => row[name])), Number(row['id'] ?? 0)]),
      )
      const positions = batch.unique.map((name) => batch.columns.findIndex((c) => c.name === name))
      return batch.rows.map((row) => {
        const key = keyOf(positions.map((at) => row[at]))
        const id = fresh.get(key)
        // Of two equal rows of one batch the first was inserted; the second counts as known.
        fresh.delete(key)
        return id
      })
    },
    alone: async (what, work) => {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock(hashtext($1))', [what])
        return await work()
      } finally {
        // Closing the connection releases the lock, whatever state the connection is in.
        client.release(true)
      }
    },
    report: (compilable, patience) => reports.run(compilable.compile(), patience),
    reportLoad: () => reports.load(),
    ping: () => within(PING_MS, pool.query('select 1')),
    close: async () => {
      await reports.close()
      await query.destroy()
    },
  }
}

const DEADLOCK = '40P01'
const MAX_TRIES = 3

/** In a deadlock PostgreSQL rolls one transaction back: its work is run again. */
function retryingDeadlocks<Tables>(
  transaction: Db<Tables>['transaction'],
): Db<Tables>['transaction'] {
  return async (work) => {
    for (let tries = 1; ; tries++) {
      try {
        return await transaction(work)
      } catch (error) {
        if (tries === MAX_TRIES || !(error instanceof DatabaseError) || error.code !== DEADLOCK)
          throw error
      }
    }
  }
}

/** Rejects after `ms`: the pool itself waits without limit, for a connection and for its answer. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`the database has not answered within ${ms} ms`)), ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const keyOf = (values: readonly unknown[]) => values.join('\0')

/** 64-bit integers and sums come as numbers: instants and fen stay far below 2^53. */
function numberParser(oid: number): ((text: string) => number) | undefined {
  return oid === INT8 || oid === NUMERIC ? Number : undefined
}

function insertSql({ table, columns, unique, numbered }: NewRows): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const arrays = columns.map((column, i) => `$${i + 1}::${column.type}[]`).join(', ')
  const returning = [...unique, ...(numbered ? ['id'] : [])].map((name) => `"${name}"`).join(', ')
  return `insert into "${table}" (${names}) select * from unnest(${arrays}) on conflict do nothing returning ${returning}`
}

const byColumn = ({ columns, rows }: NewRows) =>
  columns.map((_, i) => rows.map((row) => row[i] ?? null))
