import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import { startBeat } from '#platform/beat.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './job.store.ts'

const JOB = 'standing'
const LOOK_EVERY_MS = 5_000
const LEASE_MS = 30_000

/** Something that goes on all the time, on one server. */
export interface Standing {
  readonly unit: string
  /** This server has it now. */
  begin(): Promise<void>
  /** Another may have it: what was begun must end. */
  end(): Promise<void>
  /** Called every few seconds while this server has it. */
  beat?(): Promise<void>
}

interface Held {
  close(): Promise<void>
}

/** Holds what one server at a time does for as long as it lives; another takes it over within half a minute. */
export const holdStanding = (platform: Platform<Tables>, standing: Standing): Held =>
  platform.db.dialect === 'sqlite' ? goOn(platform, standing) : hold(platform, standing)

/** A SQLite file belongs to one server. */
function goOn({ log }: Platform<Tables>, standing: Standing): Held {
  const failed = (err: unknown) => log.warn({ err, unit: standing.unit }, 'it does not go on')
  const first = standing
    .begin()
    .then(() => standing.beat?.())
    .catch(failed)
  const beat = startBeat(LOOK_EVERY_MS, async () => standing.beat?.(), failed)
  return {
    async close() {
      await first
      await beat.stop()
      await standing.end()
    },
  }
}

function hold(platform: Platform<Tables>, standing: Standing): Held {
  const { db, instance, log } = platform
  const { dialect } = db
  const which = { job: JOB, unit: standing.unit }
  let held: store.HeldLease | undefined
  let keptAt = 0

  async function letGo(): Promise<void> {
    held = undefined
    await standing.end()
  }

  async function look(): Promise<void> {
    if (held) {
      // Another server may have it by now: nothing is done twice.
      if (performance.now() - keptAt > LEASE_MS) return letGo()
      if (!(await store.holdOn(db.query, dialect, held, LEASE_MS))) return letGo()
      keptAt = performance.now()
      await standing.beat?.()
      return
    }
    const taken = await store.take(db.query, dialect, which, instance.id, LEASE_MS)
    if (!taken) return
    held = { ...which, holder: instance.id, fence: taken.fence }
    keptAt = performance.now()
    await db.query
      .updateTable('job_lease')
      .set({ tries: 0, error: null, last_ok_at: sql<number>`until - ${sql.lit(LEASE_MS)}` })
      .where('job', '=', JOB)
      .where('unit', '=', standing.unit)
      .execute()
    await standing.begin()
    await standing.beat?.()
  }

  const failed = (err: unknown) => log.warn({ err, ...which }, 'a lease cannot be looked at')
  const beat = startBeat(LOOK_EVERY_MS, look, failed)
  const first = look().catch(failed)
  return {
    async close(): Promise<void> {
      await first
      await beat.stop()
      if (!held) return
      const given = held
      await letGo()
      await store.giveBack(db.query, dialect, given, { error: null, restMs: 0 }).catch(failed)
    },
  }
}
