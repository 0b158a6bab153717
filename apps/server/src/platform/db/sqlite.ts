import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, type Transaction } from 'kysely'
import type { Db, NewRows } from './db.ts'
import { transactionsOf, type OnError } from './ending.ts'
import { reportingFullDisk } from './full.ts'
import { padLists } from './padding.ts'
import { createReports } from './report.ts'
import { sqliteLanes } from './report.sqlite.ts'
import { lockFile } from './lock.ts'
import { keepStatements } from './statements.ts'

interface Options {
  readonly?: boolean
  onError?: OnError
}

/** If another program writes to the file, which none should, the whole server waits for it, but no longer than this. */
const LOCKED_MS = 250
/** Read-only programs, and a server that is starting, may wait longer: no call is waiting for them. */
const PATIENT_MS = 5_000

/**
 * SQLite in WAL with `synchronous=FULL`: what was acknowledged survives `kill -9` and a power cut. One process a file: a
 * second one is refused. With `readonly` a program reads the file while another process owns it.
 */
export function openSqlite<Tables>(
  file: string,
  { readonly = false, onError }: Options = {},
): Db<Tables> {
  const unlock = readonly ? () => {} : lockFile(`${file}.lock`)
  const raw = new Database(file, { readonly, timeout: PATIENT_MS })
  if (!readonly) raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma(`busy_timeout = ${readonly ? PATIENT_MS : LOCKED_MS}`)
  raw.pragma('cache_size = -65536')
  raw.pragma('mmap_size = 536870912')
  raw.pragma('temp_store = memory')
  raw.pragma('wal_autocheckpoint = 40000')
  const statements = keepStatements(raw)
  const query = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: statements }),
    plugins: [padLists],
  })
  const reports = createReports(sqliteLanes(file))

  return {
    dialect: 'sqlite',
    query,
    ...reportingFullDisk(transactionsOf(query, onError)),
    // The transaction holds the only connection, so the raw statement runs inside it.
    insertNew: async (_trx: Transaction<Tables>, batch: NewRows) => {
      const statement = statements.prepare(insertSql(batch))
      return batch.rows.map((row) => {
        const { changes, lastInsertRowid } = statement.run(...row)
        if (changes === 0) return undefined
        return batch.numbered ? Number(lastInsertRowid) : 0
      })
    },
    // The file belongs to this server (`lock.ts`).
    alone: (_what, work) => work(),
    report: (compilable, patience) => reports.run(compilable.compile(), patience),
    reportLoad: () => reports.load(),
    ping: async () => {
      raw.prepare('select 1').get()
    },
    isAway: false,
    onBack: () => {},
    poolLoad: () => ({ open: 1, idle: 0, waiting: 0 }),
    patiently: (work) => work(query),
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
