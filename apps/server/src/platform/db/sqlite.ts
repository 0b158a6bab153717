import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, type Compilable, type Transaction } from 'kysely'
import type { Db, NewRows } from './db.ts'
import { ReportWorker } from './report.ts'

/**
 * SQLite in WAL with `synchronous=FULL`: what was acknowledged survives `kill -9` and a power cut. One process a file: a
 * second one is refused by a lock file that names the first.
 */
export function openSqlite<Tables>(file: string): Db<Tables> {
  const unlock = file === ':memory:' ? () => {} : lock(`${file}.lock`)
  const raw = new Database(file)
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('busy_timeout = 5000')
  raw.pragma('foreign_keys = ON')
  raw.pragma('cache_size = -65536')
  raw.pragma('mmap_size = 536870912')
  raw.pragma('temp_store = memory')
  raw.pragma('wal_autocheckpoint = 10000')
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database: raw }) })
  const reports = new ReportWorker(file)
  const statements = new Map<string, Database.Statement<unknown[]>>()

  const prepared = (batch: NewRows) => {
    const sql = insertSql(batch)
    const known = statements.get(sql)
    if (known) return known
    const statement = raw.prepare<unknown[]>(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    dialect: 'sqlite',
    query,
    transaction: (work) => query.transaction().execute(work),
    // The transaction holds the only connection, so the raw statement runs inside it.
    insertNew: async (_trx: Transaction<Tables>, batch: NewRows) => {
      const statement = prepared(batch)
      return batch.rows.map((row) => statement.run(...row).changes === 1)
    },
    report: <Row>(compilable: Compilable<Row>) => {
      const { sql, parameters } = compilable.compile()
      return reports.run<Row>(sql, parameters)
    },
    ping: async () => {
      raw.prepare('select 1').get()
    },
    close: async () => {
      await reports.close()
      await query.destroy()
      unlock()
    },
  }
}

function insertSql({ table, columns }: NewRows): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  return `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')}) on conflict do nothing`
}

/** A lock file with our process id; one left by a dead process is taken over. */
function lock(path: string): () => void {
  try {
    const handle = openSync(path, 'wx')
    writeSync(handle, String(process.pid))
    closeSync(handle)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const owner = Number(readFileSync(path, 'utf8'))
    if (owner !== process.pid && isAlive(owner)) {
      throw new Error(`数据库正被进程 ${owner} 使用：同一数据目录只能运行一个服务（${path}）`)
    }
    unlinkSync(path)
    return lock(path)
  }
  return () => unlinkSync(path)
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
