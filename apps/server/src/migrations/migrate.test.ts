import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { throwawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { openDb } from '#platform/db/open.ts'
import * as leases from './0010-leases.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

test('a step that comes after one with a higher number has run is run all the same', async () => {
  const database = await throwawayDatabase({ empty: true })
  const db = openDb<Tables>({ url: database.url, file: `${database.dataDir}/kaibo.db` })
  try {
    await migrate(db, '0007-audit-debts')
    await leases.up(db.query as unknown as Kysely<unknown>, db.dialect)
    await sql`insert into kysely_migration (name, timestamp) values ('0010-leases', '')`.execute(
      db.query,
    )
    expect(await migrate(db)).toContain('0009-list-indexes')
    expect(await migrate(db)).toEqual([])
  } finally {
    await db.close()
    await database.remove()
  }
})
