import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDb } from '@kaibo/server/platform/db/open.ts'

export interface ThrowawayDatabase {
  dataDir: string
  url?: string
  schema?: string
  remove(): Promise<void>
}

/**
 * `KAIBO_TEST_DB=pg`: a schema of its own in `TEST_DATABASE_URL`; else a SQLite file of its own. With `file` it is the one of
 * that name, which stays.
 */
export async function throwawayDatabase(file?: string): Promise<ThrowawayDatabase> {
  const dataDir = file ? dirname(file) : mkdtempSync(join(tmpdir(), 'kaibo-test-'))
  const removeFiles = () => {
    if (!file) rmSync(dataDir, { recursive: true, force: true })
  }
  if (process.env['KAIBO_TEST_DB'] !== 'pg') return { dataDir, remove: async () => removeFiles() }

  const url = process.env['TEST_DATABASE_URL']
  if (!url) throw new Error('KAIBO_TEST_DB=pg needs TEST_DATABASE_URL')
  const name = createHash('sha1').update(file ?? randomUUID())
  const schema = `test_${name.digest('hex').slice(0, 16)}`
  const admin = openDb<object>({ url, file: '' })
  await admin.query.schema.createSchema(schema).ifNotExists().execute()
  return {
    dataDir,
    url,
    schema,
    async remove() {
      if (!file) await admin.query.schema.dropSchema(schema).cascade().execute()
      await admin.close()
      removeFiles()
    },
  }
}
