import { Migrator, type Migration } from 'kysely'
import type { Db, Dialect } from '#platform/db/db.ts'
import type { Tables } from './tables.ts'
import * as foundations from './0001-foundations.ts'
import * as people from './0002-people.ts'
import * as giftText from './0003-gift-text.ts'
import * as auditOrg from './0004-audit-org.ts'
import * as accountRuns from './0005-account-runs.ts'

interface Step {
  up(db: Parameters<Migration['up']>[0], dialect: Dialect): Promise<void>
}

/** In order; a step that has shipped is never changed. There is no way down: restore the backup. */
const steps: Record<string, Step> = {
  '0001-foundations': foundations,
  '0002-people': people,
  '0003-gift-text': giftText,
  '0004-audit-org': auditOrg,
  '0005-account-runs': accountRuns,
}

/** Brings the database to the newest schema; answers the names of the steps it ran. */
export async function migrate(db: Db<Tables>): Promise<string[]> {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { up: (q: Parameters<Migration['up']>[0]) => step.up(q, db.dialect) },
    ]),
  )
  const migrator = new Migrator({
    db: db.query,
    provider: { getMigrations: async () => migrations },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
