import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDb } from '@kaibo/server/platform/db/open.ts'
import { throwawayDatabase } from './boot.database.ts'

afterEach(() => vi.unstubAllEnvs())

test('a database of a test has its schema before a server has seen it', async () => {
  const database = await throwawayDatabase()
  const { dataDir, url } = database
  const db = openDb<object>({ file: join(dataDir, 'kaibo.db'), ...(url && { url }) })
  const { rows } = await sql`select count(*) as n from account`.execute(db.query)
  expect(rows).toHaveLength(1)
  await db.close()
  await database.remove()
})

test('a file that was taken for one without a database is told so', async () => {
  vi.stubEnv('KAIBO_TEST_DB', 'none')
  await expect(throwawayDatabase()).rejects.toThrow('scripts/test-files.ts')
})
