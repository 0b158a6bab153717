import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '@kaibo/server/migrations/migrate.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import { openDb } from '@kaibo/server/platform/db/open.ts'
import { asAdmin, createDatabase, dropDatabase, TEMPLATE, urlOf } from './boot.database.ts'

/**
 * What Vitest does before and after the tests of a project that needs a database: it brings one to the newest schema, of
 * which each test server takes a copy. A server that migrates for itself is what main.test.ts is about.
 */
export const setup = (project: TestProject) =>
  project.config.env['KAIBO_TEST_DB'] === 'pg' ? setupPostgres() : setupSqlite()

async function setupSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'kaibo-template-'))
  const file = join(folder, 'kaibo.db')
  await migrated({ file })
  process.env[TEMPLATE.sqlite] = file
  return () => rmSync(folder, { recursive: true, force: true })
}

async function setupPostgres() {
  const name = `kaibo_template_${randomUUID().replaceAll('-', '')}`
  await asAdmin(({ query }) => createDatabase(query, name))
  await migrated({ url: urlOf(name), file: '' })
  process.env[TEMPLATE.pg] = name
  return () => asAdmin(({ query }) => dropDatabase(query, name))
}

async function migrated(target: { url?: string; file: string }) {
  const db = openDb<Tables>(target)
  await migrate(db)
  await db.close()
}
