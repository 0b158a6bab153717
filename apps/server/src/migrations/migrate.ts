import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import type { Db, Dialect } from '#platform/db/db.ts'
import { StartFault } from '#platform/start-fault.ts'
import type { Tables } from './tables.ts'
import * as foundations from './0001-foundations.ts'
import * as people from './0002-people.ts'
import * as giftText from './0003-gift-text.ts'
import * as auditOrg from './0004-audit-org.ts'
import * as accountRuns from './0005-account-runs.ts'
import * as booksByOrg from './0006-books-by-org.ts'
import * as auditDebts from './0007-audit-debts.ts'
import * as listIndexes from './0009-list-indexes.ts'
import * as leases from './0010-leases.ts'
import * as backAccounts from './0011-back-accounts.ts'
import * as bothLanguages from './0012-both-languages.ts'
import * as search from './0013-search.ts'
import * as auditTarget from './0014-audit-target.ts'
import * as incomeParts from './0015-income-parts.ts'
import * as talk from './0016-talk.ts'
import * as runGivers from './0019-run-givers.ts'
import * as rollout from './0021-rollout.ts'
import * as roomParts from './0022-room-parts.ts'
import * as forbidden from './0023-words.ts'
import * as games from './0024-games.ts'
import * as gameLink from './0025-game-link.ts'
import * as roomAlarm from './0026-room-alarm.ts'
import * as tapes from './0027-tapes.ts'
import * as wordDays from './0028-word-days.ts'
import * as stages from './0029-stages.ts'
import * as air from './0030-air.ts'
import * as previews from './0031-previews.ts'
import * as thumbs from './0032-thumbs.ts'
import * as assets from './0033-assets.ts'
import * as voiceClips from './0034-voice-clips.ts'
import * as assetFiles from './0035-asset-files.ts'
import * as voiceServers from './0037-voice-servers.ts'
import * as voiceResources from './0038-voice-resources.ts'
import * as anchors from './0039-anchors.ts'
import * as media from './0040-media.ts'
import * as plans from './0041-plans.ts'
import * as plannedRuns from './0042-planned-runs.ts'
import * as accounts from './0043-accounts.ts'
import * as servers from './0045-servers.ts'
import * as voicePublished from './0046-voice-published.ts'
import * as recordings from './0048-recordings.ts'
import * as obeyedAndChecked from './0050-obeyed-and-checked.ts'
import * as planVoices from './0054-plan-voices.ts'
import * as recordingIndex from './0056-recording-index.ts'
import * as defaultViews from './0057-default-views.ts'
import * as modelLicences from './0058-model-licences.ts'

/** Where Kysely notes which steps have run. */
const LOG = 'kysely_migration'

interface Step {
  up(db: Parameters<Migration['up']>[0], dialect: Dialect): Promise<void>
}

/**
 * In order; a step that has shipped is never changed. One may arrive after another with a higher number has run: it is run
 * then, so it must not need what that one changes. There is no way down: restore the backup.
 */
const steps: Record<string, Step> = {
  '0001-foundations': foundations,
  '0002-people': people,
  '0003-gift-text': giftText,
  '0004-audit-org': auditOrg,
  '0005-account-runs': accountRuns,
  '0006-books-by-org': booksByOrg,
  '0007-audit-debts': auditDebts,
  '0009-list-indexes': listIndexes,
  '0010-leases': leases,
  '0011-back-accounts': backAccounts,
  '0012-both-languages': bothLanguages,
  '0013-search': search,
  '0014-audit-target': auditTarget,
  '0015-income-parts': incomeParts,
  '0016-talk': talk,
  '0019-run-givers': runGivers,
  '0021-rollout': rollout,
  '0022-room-parts': roomParts,
  '0023-words': forbidden,
  '0024-games': games,
  '0025-game-link': gameLink,
  '0026-room-alarm': roomAlarm,
  '0027-tapes': tapes,
  '0028-word-days': wordDays,
  '0029-stages': stages,
  '0030-air': air,
  '0031-previews': previews,
  '0032-thumbs': thumbs,
  '0033-assets': assets,
  '0034-voice-clips': voiceClips,
  '0035-asset-files': assetFiles,
  '0037-voice-servers': voiceServers,
  '0038-voice-resources': voiceResources,
  '0039-anchors': anchors,
  '0040-media': media,
  '0041-plans': plans,
  '0042-planned-runs': plannedRuns,
  '0043-accounts': accounts,
  '0045-servers': servers,
  '0046-voice-published': voicePublished,
  '0048-recordings': recordings,
  '0050-obeyed-and-checked': obeyedAndChecked,
  '0054-plan-voices': planVoices,
  '0056-recording-index': recordingIndex,
  '0057-default-views': defaultViews,
  '0058-model-licences': modelLicences,
}

/** The name of the last step that this version knows. */
export const newestStep = Object.keys(steps).sort().at(-1) ?? ''

/** Brings the database to the newest schema, or to that of an older step; answers the names of the steps it ran. */
export async function migrate(db: Db<Tables>, upTo?: string): Promise<string[]> {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { up: (q: Parameters<Migration['up']>[0]) => step.up(q, db.dialect) },
    ]),
  )
  const run = async (q: Kysely<Tables>): Promise<string[]> => {
    const ran = await stepsRun(q, db.dialect)
    assertKnown(ran)
    // The usual start: the migrator would read the columns of every table several times to say the same.
    if (!upTo && Object.keys(steps).every((name) => ran.includes(name))) return []
    const migrator = new Migrator({
      db: q,
      provider: { getMigrations: async () => migrations },
      allowUnorderedMigrations: true,
    })
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
    if (error) throw error
    return (results ?? []).map((result) => result.migrationName)
  }
  return db.patiently((query) => (db.dialect === 'sqlite' ? wholly(query, run) : run(query)))
}

async function stepsRun(q: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const { rows: log } = await (
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_master where name = ${LOG}`
      : sql`select 1 where to_regclass(${LOG}) is not null`
  ).execute(q)
  if (log.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(LOG)}`.execute(q)
  return rows.map(({ name }) => name)
}

/** A newer version has changed the schema: what this one would write may be wrong there. */
function assertKnown(ran: readonly string[]): void {
  const newer = ran.filter((name) => !(name in steps))
  if (newer.length > 0)
    throw new StartFault(
      `数据库已被更新的版本升级（${newer.sort().at(-1)}），请用那个版本或更新的版本启动`,
    )
}

/** On SQLite the migrator opens no transaction of its own, and half a step could not be run again. */
const wholly = <Result>(
  query: Kysely<Tables>,
  run: (q: Kysely<Tables>) => Promise<Result>,
): Promise<Result> =>
  query.connection().execute(async (q) => {
    await sql`begin immediate`.execute(q)
    try {
      const result = await run(q)
      await sql`commit`.execute(q)
      return result
    } catch (error) {
      await sql`rollback`.execute(q)
      throw error
    }
  })
