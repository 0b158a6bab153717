import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDb } from '@kaibo/server/platform/db/open.ts'
import { sql } from 'kysely'
import { quickFolder } from './quick-folder.ts'

export interface ThrowawayDatabase {
  dataDir: string
  url?: string
  remove(): Promise<void>
}

/**
 * `KAIBO_TEST_DB=pg`: a database of its own on the server of `TEST_DATABASE_URL`; else a SQLite file of its own. With `file`
 * it is the one of that name, which stays. A new one is a copy of the template, where the run has one (template.setup.ts),
 * or `empty`: without a table.
 */
export async function throwawayDatabase({
  file,
  empty = false,
}: { file?: string | undefined; empty?: boolean } = {}): Promise<ThrowawayDatabase> {
  const kind = process.env['KAIBO_TEST_DB'] ?? 'sqlite'
  if (kind === 'none')
    throw new Error('this test file was taken for one without a database (scripts/test-files.ts)')
  const dataDir = file ? dirname(file) : quickFolder('kaibo-test-')
  const removeFiles = () => {
    if (!file) rmSync(dataDir, { recursive: true, force: true })
  }
  if (kind !== 'pg') {
    if (!empty) copyTemplate(file ?? join(dataDir, 'kaibo.db'))
    return { dataDir, remove: async () => removeFiles() }
  }

  const digest = createHash('sha1').update(file ?? randomUUID())
  const name = `kaibo_test_${digest.digest('hex').slice(0, 16)}`
  await asAdmin(async ({ query }) => {
    const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(query)
    if (rows.length === 0) await createDatabase(query, name, empty ? undefined : templateOf('pg'))
  })
  return {
    dataDir,
    url: urlOf(name),
    async remove() {
      if (!file) await asAdmin(({ query }) => dropDatabase(query, name))
      removeFiles()
    },
  }
}

/** The variable by which the tests of a run hear of its template: a file, or the name of a database. */
export const TEMPLATE = { sqlite: 'KAIBO_TEST_TEMPLATE', pg: 'KAIBO_TEST_TEMPLATE_PG' }
const templateOf = (kind: keyof typeof TEMPLATE) => process.env[TEMPLATE[kind]]

function copyTemplate(file: string): void {
  const template = templateOf('sqlite')
  if (!template || existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  copyFileSync(template, file)
}

type Query = ReturnType<typeof openDb<object>>['query']

export const createDatabase = (query: Query, name: string, template = 'template1') =>
  sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(query)

export const dropDatabase = (query: Query, name: string) =>
  sql`drop database ${sql.id(name)} with (force)`.execute(query)

export async function asAdmin(work: (db: ReturnType<typeof openDb<object>>) => Promise<unknown>) {
  const db = openDb<object>({ url: serverUrl().href, file: '' })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

export function urlOf(database: string): string {
  const url = serverUrl()
  url.pathname = `/${database}`
  return url.href
}

function serverUrl(): URL {
  const url = process.env['TEST_DATABASE_URL']
  if (!url) throw new Error('KAIBO_TEST_DB=pg needs TEST_DATABASE_URL')
  return new URL(url)
}
