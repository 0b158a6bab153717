import { storable } from '@kaibo/contract/live/event.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import { spread, startBeat, type Beat } from '#platform/beat.ts'
import { LeaseLost, type Job, type Lease } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './job.store.ts'

export interface Jobs {
  /** Starts looking for due work. */
  startUp(): void
  /** Does all due work, each unit once. */
  look(): Promise<void>
  /** How many units failed at their last attempt, on any server. */
  failing(): Promise<number>
  /** What rests of this job is due at once, on whichever server looks first. */
  hasten(name: string): Promise<void>
  /** How all background work stands, of any server. */
  list(): Promise<JobState[]>
  /** Stops running work after its current step and releases its leases. */
  close(): Promise<void>
}

/** One kind of background work, with the lease of each unit that was ever taken. */
export interface JobState {
  name: string
  called: Words
  leases: Tables['job_lease'][]
}

const LOOK_EVERY_MS = 10_000
/** Duration of a lease, renewed with each transaction. After that without a write the server is taken to be dead. */
const LEASE_MS = 30_000
const RETRY_MS = 10_000
const LONGEST_RETRY_MS = 3_600_000
const ERROR_LENGTH = 500

/** Each job has its own timer, so that a long one does not delay the others. */
export function createJobs(
  platform: Platform<Tables>,
  jobs: readonly Job<Tables>[],
  { lookEveryMs = LOOK_EVERY_MS } = {},
): Jobs {
  const { db, instance, log } = platform
  const { dialect } = db
  const holder = instance.id
  const ending = new AbortController()
  const { signal } = ending
  let beats: Beat[] = []

  async function lookAt(job: Job<Tables>): Promise<void> {
    const notDue = await store.notDue(db.query, dialect, job.name)
    for (const unit of job.units) {
      if (signal.aborted) return
      if (!notDue.has(unit)) await turn(job, unit)
    }
  }

  async function turn(job: Job<Tables>, unit: string): Promise<void> {
    const which = { job: job.name, unit }
    const taken = await store.take(db.query, dialect, which, holder, LEASE_MS)
    if (!taken) return
    const { fence, tries, taken_at } = taken
    const held = { ...which, holder, fence }
    const lease: Lease<Tables> = {
      unit,
      taken_at,
      tries,
      signal,
      transaction: (work) =>
        db.transaction(async (trx) => {
          if (!(await store.holdOn(trx, dialect, held, LEASE_MS))) throw new LeaseLost(unit)
          return work(trx)
        }),
    }
    try {
      const restMs = (await job.work(lease)) === 'more' ? 0 : job.everyMs
      await store.giveBack(db.query, dialect, held, { error: null, restMs })
    } catch (err) {
      if (err instanceof LeaseLost) {
        log.warn(which, 'background work was taken over by another server')
        return
      }
      const restMs = Math.min(RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)
      log.error({ err, ...which, tries, again_in_ms: restMs }, 'background work failed')
      const error = storable(String(err).slice(0, ERROR_LENGTH))
      await store.giveBack(db.query, dialect, held, { error, restMs })
    }
  }

  return {
    startUp() {
      beats = jobs.map((job) =>
        startBeat(
          spread(Math.min(lookEveryMs, job.everyMs)),
          () => lookAt(job),
          (err) => log.error({ err, job: job.name }, 'background work cannot be looked for'),
        ),
      )
    },
    async look() {
      for (const job of jobs) await lookAt(job)
    },
    failing: () => store.countFailing(db.query),
    hasten: (name) => store.endRest(db.query, dialect, name),
    async list() {
      const leases = await store.leases(db.query)
      return jobs.map(({ name, called }) => ({
        name,
        called,
        leases: leases.filter(({ job }) => job === name),
      }))
    },
    async close() {
      ending.abort()
      for (const beat of beats) await beat.stop()
    },
  }
}
