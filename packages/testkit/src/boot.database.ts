import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDb } from '@kaibo/server/platform/db/open.ts'
import { sql } from 'kysely'

export interface ThrowawayDatabase {
  dataDir: string
  url?: string
  remove(): Promise<void>
}

/**
 * `KAIBO_TEST_DB=pg`: a database of its own on the server of `TEST_DATABASE_URL`; else a SQLite file of its own. With `file`
 * it is the one of that name, which stays.
 */
export async function throwawayDatabase(file?: string): Promise<ThrowawayDatabase> {
  const dataDir = file ? dirname(file) : mkdtempSync(join(tmpdir(), 'kaibo-test-'))
  const removeFiles = () => {
    if (!file) rmSync(dataDir, { recursive: true, force: true })
  }
  if (process.env['KAIBO_TEST_DB'] !== 'pg') return { dataDir, remove: async () => removeFiles() }

  const digest = createHash('sha1').update(file ?? randomUUID())
  const name = `kaibo_test_${digest.digest('hex').slice(0, 16)}`
  await asAdmin(async ({ query }) => {
    const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(query)
    if (rows.length === 0) await sql`create database ${sql.id(name)}`.execute(query)
  })
  const url = serverUrl()
  url.pathname = `/${name}`
  return {
    dataDir,
    url: url.href,
    async remove() {
      if (!file) {
        await asAdmin(({ query }) => sql`drop database ${sql.id(name)} with (force)`.execute(query))
      }
      removeFiles()
    },
  }
}

async function asAdmin(work: (db: ReturnType<typeof openDb<object>>) => Promise<unknown>) {
  const db = openDb<object>({ url: serverUrl().href, file: '' })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

function serverUrl(): URL {
  const url = process.env['TEST_DATABASE_URL']
  if (!url) throw new Error('KAIBO_TEST_DB=pg needs TEST_DATABASE_URL')
  return new URL(url)
}
