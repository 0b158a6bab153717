import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { Client, DatabaseError, Pool, types, type PoolConfig } from 'pg'
import type { Db, NewRows } from './db.ts'
import { transactionsOf, type OnError } from './ending.ts'
import { reportingFullDisk } from './full.ts'
import { padLists } from './padding.ts'
import {
  connecting,
  createPing,
  limitedPool,
  LIMITS,
  pooling,
  type Limits,
} from './postgres.connections.ts'
import { createReports } from './report.ts'
import { postgresLanes } from './report.postgres.ts'
import { watchDatabase } from './watch.ts'

const INT8 = 20
const NUMERIC = 1700
/** A database that is only slow is not away: it gets more time than `/readyz` has. */
const WATCH_MS = 2_500
/** The default of `KAIBO_DB_POOL`. */
const CONNECTIONS = 10

interface Options {
  onError?: OnError | undefined
  connections?: number | undefined
  limits?: Limits
}

/** PostgreSQL, for more than one server or machine. */
export function openPostgres<Tables>(
  url: string,
  { onError, connections = CONNECTIONS, limits = LIMITS }: Options = {},
): Db<Tables> {
  const config: PoolConfig = {
    connectionString: url,
    types: {
      getTypeParser: (oid, format) => numberParser(oid) ?? types.getTypeParser(oid, format),
    },
  }
  const pool = limitedPool(config, connections, limits)
  const { ping, close: endPing } = createPing(config)
  const watch = watchDatabase(() => ping(WATCH_MS))
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [padLists] })
  const reports = createReports(postgresLanes(pooling(config, limits)))
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
      // Of its own: others' statements have a time limit, and waiting for the lock has none.
      const client = new Client(connecting(config, limits))
      client.on('error', () => {})
      await client.connect()
      try {
        await client.query('select pg_advisory_lock(hashtext($1))', [what])
        return await work()
      } finally {
        // Closing the connection releases the lock, whatever state the connection is in.
        await client.end()
      }
    },
    report: (compilable, patience) => reports.run(compilable.compile(), patience),
    reportLoad: () => reports.load(),
    ping,
    get isAway() {
      return watch.isAway
    },
    onBack: (listener) => watch.onBack(listener),
    poolLoad: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async patiently(work) {
      const own = new Pool({ ...connecting(config, limits), max: 2 })
      own.on('error', () => {})
      const patient = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: own }),
        plugins: [padLists],
      })
      try {
        return await work(patient)
      } finally {
        await patient.destroy()
      }
    },
    close: async () => {
      await watch.close()
      await endPing()
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
